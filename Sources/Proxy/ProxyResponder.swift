import Forwarding
import HTTP
import LinuxIO
import Serving
import TLS
import Wire

/// Answers a proxy's clients: passes requests on, opens tunnels, or begins TLS in a server's name.
final class ProxyResponder: RequestResponder, @unchecked Sendable {
    /// What belongs to the server's thread.
    private struct State {
        var pool: UpstreamPool?
        var underWay: [ExchangeKey: UnderWay] = [:]
        var number = 0
    }

    private struct UnderWay {
        var number: Int
        var tunnel: HTTPRequestHead?
        var request: UpstreamRequest?
    }

    private let settings: ProxySettings
    private let rules: DestinationRules
    private let servers: InterceptedServers
    private let guide: GuidePages
    private let observer: any ProxyObserver
    // Safety: only the server's one thread, which makes every call of a responder, uses it.
    private var state = State()

    init(
        _ settings: ProxySettings,
        _ rules: DestinationRules,
        _ authority: CertificateAuthority,
        _ observer: any ProxyObserver
    ) {
        self.settings = settings
        self.rules = rules
        self.observer = observer
        servers = InterceptedServers(authority, keyLog: settings.keyLog)
        guide = GuidePages(AuthorityExport(authority, named: settings.authorityName))
    }

    func joined(_ loop: EventLoop) {
        let trust = UpstreamTrust(
            bundle: settings.trust,
            insecure: settings.insecure,
            keyLog: settings.keyLog
        )
        do throws(SystemCallError) {
            state.pool = try UpstreamPool(loop, settings.waits, rules, trust, settings.taps)
        } catch {
            observer.failed("the proxy cannot reach servers: \(error)")
        }
    }

    func reception(of head: HTTPRequestHead) -> BodyReception { .stream() }

    func respond(to request: ServedRequest) -> ServedAnswer {
        state.number += 1
        var underWay = UnderWay(number: state.number, tunnel: request.tunnel)
        defer { state.underWay[key(of: request)] = underWay }
        let client = settings.client(request.client)
        guard settings.access.allows(client.host) else {
            observer.refused(client)
            return .now(.proxyPage(403, "\(client.host) may not use this proxy"))
        }
        do throws(ForwardingRefusal) {
            if request.head.method == "CONNECT" { return try connect(request, &underWay) }
            let tunnel = try request.tunnel.map { head throws(ForwardingRefusal) in
                try ForwardedRequest.tunnel(of: head)
            }
            let forwarded = try ForwardedRequest(request.head, within: tunnel, reverse: settings.reverse)
            if forwarded.destination.host == GuidePages.host {
                request.stream?.abandon()
                return .now(guide.answer(forwarded.head.target))
            }
            let upstream = UpstreamRequest(forwarded, body: request.stream)
            underWay.request = upstream
            state.pool?.begin(upstream)
            return .late(upstream.answer)
        } catch {
            request.stream?.abandon()
            return .now(.proxyPage(error.status, "\(error)"))
        }
    }

    private func connect(
        _ request: ServedRequest,
        _ underWay: inout UnderWay
    ) throws(ForwardingRefusal) -> ServedAnswer {
        let destination = try ForwardedRequest.tunnel(of: request.head)
        if settings.intercepted.contains(where: { $0.matches(destination) }) {
            do throws(TLSError) {
                let head = HTTPResponseHead(status: 200, reason: "Connection established")
                let context = try servers.context(for: destination.host)
                return .now(ServedResponse(head: head, takeover: .encryption(context)))
            } catch {
                return .now(.proxyPage(502, "\(destination) cannot be intercepted: \(error)"))
            }
        }
        let upstream = UpstreamRequest(ForwardedRequest(tunnelTo: destination, request.head), body: nil)
        underWay.request = upstream
        state.pool?.tunnel(upstream)
        return .late(upstream.answer)
    }

    func refuse(_ refusal: RequestRefusal) -> ServedResponse {
        .proxyPage(refusal.status, "\(refusal)")
    }

    func ended(_ exchange: ServedExchange) {
        let key = ExchangeKey(client: exchange.client, order: exchange.order)
        let underWay = state.underWay.removeValue(forKey: key)
        observer.ended(
            ProxyExchange(
                number: underWay?.number ?? 0,
                client: exchange,
                tunnel: underWay?.tunnel,
                server: underWay?.request?.facts
            )
        )
    }

    func failed(_ client: SocketAddress, _ error: TLSError) {
        observer.handshakeFailed(client, error)
    }

    func pausedAccepting(_ error: SystemCallError) {
        observer.failed("connections have to wait: \(error)")
    }

    private func key(of request: ServedRequest) -> ExchangeKey {
        ExchangeKey(client: request.client, order: request.order)
    }
}
