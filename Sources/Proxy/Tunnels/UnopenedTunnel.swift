import Forwarding
import HTTP
import Serving

/// A tunnel whose client was told that it is open before its server was asked: what the client says first decides
/// whether the server is asked at all. It belongs to the loop's thread.
final class UnopenedTunnel {
    private let fromClient = BodyStream()
    private let toClient = BodyStream()
    private let request: UpstreamRequest
    private let rule: AppliedRule?
    private var isOpened = false

    /// `rule` led the request where it goes, if there is one.
    init(_ request: UpstreamRequest, by rule: AppliedRule?) {
        self.request = request
        self.rule = rule
    }

    var response: ServedResponse {
        ServedResponse(
            head: HTTPResponseHead(status: 200, reason: "Connection established"),
            takeover: .tunnel(fromClient: fromClient, toClient: toClient, isWatched: true)
        )
    }

    /// The client is silent: its server may be the one that speaks first. A client that is only slow still gets a page
    /// about a server that cannot be reached, and waits for it a second time.
    func decideForSilentClient(_ exchange: ExchangeUnderWay, _ pool: UpstreamPool?) -> TunnelContinuation {
        if !isOpened {
            open(exchange, pool)
            return .undecided
        }
        if request.facts.failure == nil { return .undecided }
        toClient.breakOff()
        return .tunnel
    }

    /// The client speaks neither TLS nor HTTP.
    func remainTunnel(_ exchange: ExchangeUnderWay, _ pool: UpstreamPool?) {
        if !isOpened { open(exchange, pool) }
        request.answer.whenMade { [answer = request.answer, toClient] in
            // A page about the failure, which nobody would read.
            if let response = answer.made, response.head.status != 200 { toClient.breakOff() }
        }
    }

    /// The client speaks what the proxy looks into.
    func switchToRequests(_ exchange: ExchangeUnderWay) {
        // A connection that is still being made would have nobody.
        if isOpened, request.tunnel == nil { request.giveUp() }
        if let rule { exchange.rules.removeAll { $0 == rule } }
    }

    private func open(_ exchange: ExchangeUnderWay, _ pool: UpstreamPool?) {
        isOpened = true
        exchange.request = request
        if let rule { exchange.rules = [rule] }
        // A recorded session has no servers.
        guard let pool else { return request.fail(.closed) }
        pool.tunnel(request, isWatched: true, fromClient: fromClient, toClient: toClient)
    }
}
