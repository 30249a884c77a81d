package import Scenarios
package import Serving

extension HTTPProtocols {
    /// The versions that a scenario's origin offers.
    package init(_ offered: [OfferedHTTP]) {
        self = offered.reduce(into: []) { protocols, version in
            switch version {
            case .http2: protocols.insert(.http2)
            case .http11: protocols.insert(.http1)
            // Not over TCP.
            case .http3: break
            }
        }
    }
}
