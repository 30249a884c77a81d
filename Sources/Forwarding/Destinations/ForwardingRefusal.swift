/// Why a proxy does not forward a request.
package enum ForwardingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request is for the proxy itself: it names no other server.
    case ownRequest
    /// The URL's scheme is none that a proxy forwards.
    case unusableTarget(String)
    /// `Host` within a tunnel names another server than the tunnel leads to.
    case contradictoryHost(said: String, tunnel: String)

    package var status: Int {
        switch self {
        case .ownRequest, .unusableTarget: 400
        case .contradictoryHost: 421
        }
    }

    package var description: String {
        switch self {
        case .ownRequest:
            "the request names no server: configure this as the client's proxy, or name the server with --reverse"
        case .unusableTarget(let target):
            "the target \(target) cannot be forwarded: it is not an http or https URL"
        case .contradictoryHost(let said, let tunnel):
            "the request is for \(said), but its tunnel leads to \(tunnel)"
        }
    }
}
