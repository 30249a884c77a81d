package import Forwarding
package import LinuxIO
package import Wire

/// A request that has passed, as it went to its server.
package struct PastRequest: Hashable, Sendable {
    /// The exchange's.
    package let number: Int
    package let request: ForwardedRequest
    /// As the proxy sees it.
    package let client: SocketAddress
    /// As it went to the server.
    package internal(set) var body: PastBody
    package let status: Int
    /// Of the response's body.
    package let bytes: Int
    /// nil if the response was cut short.
    package let duration: Nanoseconds?
    /// The server's side, without bodies.
    package let server: UpstreamFacts
    /// How long it waited at breakpoints; nil if it did not.
    package let held: Nanoseconds?
}
