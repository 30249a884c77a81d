import Forwarding
import HTTP

/// How a server is reached.
enum UpstreamRoute {
    case direct
    /// The parent gets each request with its whole URL.
    case requests(ParentProxy)
    /// The parent is asked for a tunnel, within which everything is as without it.
    case tunnel(ParentProxy)

    var parent: ParentProxy? {
        switch self {
        case .direct: nil
        case .requests(let parent), .tunnel(let parent): parent
        }
    }

    var isDirect: Bool { parent == nil }

    /// A head with which the parent says that it forwards nothing.
    func refusal(_ head: HTTPResponseHead) -> UpstreamFailure? {
        guard case .requests(let parent) = self, head.status == 407 else { return nil }
        return .parent(parent.server, .refused(status: head.status, reason: head.reason))
    }

    /// The head as it is written on a connection of this route.
    func head(of request: ForwardedRequest) -> HTTPRequestHead {
        if case .requests(let parent) = self { parent.head(of: request) } else { request.head }
    }
}
