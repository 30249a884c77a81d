import HTTP2
package import Serving

extension ServingLimits {
    /// A proxy's, for its clients. The connection's window leaves room for other uploads while a server does not take
    /// one.
    package static let ofProxy = ServingLimits(
        connections: 10_000,
        http2: HTTP2Limits(connectionWindow: 1 << 23)
    )
}
