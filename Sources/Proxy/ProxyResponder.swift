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
        var means = ProxyResources()
        var underWay: [ExchangeKey: ExchangeUnderWay] = [:]
        var number = 0
        /// nil if the proxy cannot be steered.
        var control: ControlPages?
        /// nil before there is a loop.
        var clock: RunClock?
        /// nil if nobody is told what is under way.
        var teller: UnderWayReporter?
    }

    private static let plainPort: UInt16 = 80
    /// Exchanges under way that are told of at once.
    private static let mostShown = 100

    private let settings: ProxySettings
    private let rules: DestinationRules
    private let servers: InterceptedServers
    private let switches: ProxySwitches
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
        servers = InterceptedServers(authority, in: settings.leaves, keyLog: settings.keyLog)
        switches = ProxySwitches(settings, ownAddresses: rules.ownAddresses)
        guide = GuidePages(AuthorityExport(authority, named: settings.authorityName))
        state.control = settings.control.map { [switches] in ControlPages($0, switches) }
        state.means.keeping = ContentKeeping(longest: settings.keptBodyBytes)
        state.means.cache = settings.cache.map { ResponseCache($0, observer) }
        state.means.recorded = settings.recorded.map(RecordedAnswers.init)
    }

    /// Nothing comes any more: what is to be written is written. Any thread may call it once there is no loop.
    func end() {
        state.means.mirrors?.end()
    }

    func joined(_ loop: EventLoop) throws(SystemCallError) {
        state.means.mirrors = try MirrorWriter { [observer] in observer.failed($0) }
        state.means.pool = try UpstreamPool(loop, settings, rules)
        // Nobody could let anything go on without the control.
        if state.control != nil { state.means.held = try HeldExchanges(loop, observer) }
        state.clock = loop.clock
        if settings.reportsUnderWay { reportUnderWay(loop) }
        guard let control = state.control, let queue = settings.control?.queue else { return }
        let seat = ControlQueueSocket(queue, loop.clock) { [weak self] entry in
            if let self { control.carryOut(entry, state.means) }
        }
        do throws(SystemCallError) {
            try loop.add(seat, at: loop.takeToken(), isReadable: true)
        } catch {
            observer.failed("the page cannot control the proxy: \(error)")
        }
    }

    private func reportUnderWay(_ loop: EventLoop) {
        do throws(SystemCallError) {
            state.teller = try UnderWayReporter(loop) { [weak self] now in
                self?.begun(at: now)
            } tell: { [observer] begun in
                observer.progressed(begun)
            }
        } catch {
            observer.failed("exchanges in progress are not shown: \(error)")
        }
    }

    private func begun(at now: Instant) -> BegunExchanges? {
        guard !state.underWay.isEmpty else { return nil }
        let begun = state.underWay.values.compactMap { $0.begun(at: now, age: UnderWayReporter.pause) }
        let newest = begun.sorted { $0.number < $1.number }.suffix(Self.mostShown)
        return BegunExchanges(shown: Array(newest), count: begun.count)
    }

    func reception(of head: HTTPRequestHead) -> BodyReception { .stream() }

    /// A client that upgrades takes the connection for the one server's, whose next requests would lack a host.
    var acceptsHTTP2Upgrade: Bool { false }

    func respond(to request: ServedRequest) -> ServedAnswer {
        state.number += 1
        let underWay = ExchangeUnderWay(
            number: state.number,
            request,
            began: state.clock?.now() ?? .zero
        )
        state.underWay[key(of: request)] = underWay
        state.teller?.begin()
        var answer = answer(to: request, underWay)
        if case .now(let response) = answer, request.head.method != "CONNECT" {
            answer = .now(response.dated())
        }
        underWay.answer = answer
        return answer
    }

    private func answer(to request: ServedRequest, _ underWay: ExchangeUnderWay) -> ServedAnswer {
        let client = settings.client(request.client)
        guard switches.allows(client.host) else {
            observer.refused(client)
            return .now(
                .proxyPage(403, "\(client.host) may not use this proxy", reason: "http_request_denied")
            )
        }
        do throws(ForwardingRefusal) {
            if request.head.method == "CONNECT" { return try connect(request, underWay) }
            let tunnel = try request.tunnel.map { head throws(ForwardingRefusal) in
                try ForwardedRequest.tunnel(of: head, isEncrypted: request.isEncrypted)
            }
            let forwarded = try ForwardedRequest(
                request.head,
                within: tunnel,
                at: tunnel?.writtenAddress,
                reverse: settings.reverse,
                isProxyItself: rules.isProxyItself
            )
            if forwarded.destination.host == GuidePages.host {
                if let control = state.control, ControlCommand.isMeant(forwarded.head.target) {
                    underWay.isControl = true
                    // Nobody is told of it, so that its number would be missing.
                    state.number -= 1
                    return control.answer(forwarded.head, request.stream, from: client.host, state.means)
                }
                request.stream?.abandon()
                return .now(guide.answer(forwarded.head.target))
            }
            underWay.asked = forwarded.destination
            let plan = settings.rules?.plan(for: forwarded)
            underWay.rules = plan?.applied ?? []
            var breakpoints = switches.breakpoints(for: forwarded)
            breakpoints.formUnion(plan?.breakpoints ?? [])
            underWay.mayReachLoopback = mayReachLoopback(
                request.client,
                isOwnWish: plan?.request.destination.isElsewhere(than: forwarded.destination) == true
                    || forwarded.destination == settings.reverse
            )
            let passage = RequestPipeline(state.means, plan, breakpoints, underWay)
            return passage.begin(plan?.request ?? forwarded, request.stream)
        } catch {
            request.stream?.abandon()
            return .now(.proxyPage(error.status, "\(error)"))
        }
    }

    private func connect(
        _ request: ServedRequest,
        _ underWay: ExchangeUnderWay
    ) throws(ForwardingRefusal) -> ServedAnswer {
        let destination = try ForwardedRequest.tunnel(of: request.head)
        let head = HTTPResponseHead(status: 200, reason: "Connection established")
        let isSOCKS = request.socks != nil
        if isSOCKS, settings.recorded != nil {
            return .now(.proxyPage(501, "a recorded session answers HTTP clients, not SOCKS clients"))
        }
        // Neither a client of SOCKS nor one that was led here asks for a page by its whole URL.
        if destination.host == GuidePages.host, isSOCKS || destination.port == Self.plainPort {
            return .now(ServedResponse(head: head, takeover: .requests))
        }
        var end = destination
        let resolved = settings.rules?.address(of: destination)
        if let resolved { end = destination.named(destination.host, at: resolved.0) }
        if !isSOCKS, isIntercepted([destination], for: request.client) {
            guard request.head.version != .http2 else {
                return .now(.proxyPage(501, "\(destination): a CONNECT over HTTP/2 cannot be decrypted"))
            }
            let upstream = UpstreamRequest(
                ForwardedRequest(tunnelTo: end, request.head),
                of: request.client.host,
                mayReachLoopback: mayReachLoopback(request.client, isOwnWish: end != destination),
                body: nil
            )
            let tunnel = UnopenedTunnel(upstream, by: resolved?.1)
            underWay.unopened = tunnel
            return .now(tunnel.response)
        }
        underWay.asked = destination
        if let resolved { underWay.rules = [resolved.1] }
        let upstream = UpstreamRequest(
            ForwardedRequest(tunnelTo: end, request.head),
            of: request.client.host,
            mayReachLoopback: mayReachLoopback(request.client, isOwnWish: end != destination),
            body: nil
        )
        underWay.request = upstream
        state.means.pool?.tunnel(upstream, isWatched: isSOCKS)
        return .late(upstream.answer)
    }

    /// `isOwnWish`: the proxy's user named the destination, not the client.
    private func mayReachLoopback(_ client: SocketAddress, isOwnWish: Bool) -> Bool {
        isOwnWish || settings.allowsLoopback || switches.isOwn(settings.client(client).host)
    }

    private func isIntercepted(_ names: [Destination], for client: SocketAddress) -> Bool {
        // Without servers no tunnel leads anywhere.
        settings.recorded != nil || switches.intercepts(names, for: settings.client(client).host)
    }

    func continuation(of tunnel: ServedExchange, after opening: TunnelOpening) -> TunnelContinuation {
        guard let exchange = state.underWay[ExchangeKey(client: tunnel.client, order: tunnel.order)] else {
            return .tunnel
        }
        if opening == .silence {
            return exchange.unopened?.decideForSilentClient(exchange, state.means.pool) ?? .undecided
        }
        let continuation: TunnelContinuation
        do throws(TLSError) {
            continuation = try decide(tunnel, opening)
        } catch {
            observer.failed("\(tunnel.request?.target ?? "a tunnel") is not intercepted: \(error)")
            continuation = .tunnel
        }
        if case .tunnel = continuation {
            exchange.unopened?.remainTunnel(exchange, state.means.pool)
        } else {
            exchange.unopened?.switchToRequests(exchange)
            exchange.request?.switchToRequests()
            exchange.request = nil
        }
        return continuation
    }

    private func decide(_ tunnel: ServedExchange, _ opening: TunnelOpening) throws(TLSError)
        -> TunnelContinuation
    {
        guard let head = tunnel.request, let end = try? ForwardedRequest.tunnel(of: head) else {
            return .tunnel
        }
        switch opening {
        case .other, .silence: return .tunnel
        case .request: return .requests
        case .encryption(let serverName):
            // A client that has looked the name up itself states it only here.
            let address = end.writtenAddress
            let named = serverName.flatMap { name in address.map { end.named(name, at: $0) } }
            guard isIntercepted([end, named].compactMap { $0 }, for: tunnel.client) else { return .tunnel }
            return .encryption(try servers.context(for: end.host))
        }
    }

    func refuse(_ refusal: RequestRefusal) -> ServedResponse {
        .proxyPage(refusal.status, "\(refusal)")
    }

    func ended(_ exchange: ServedExchange) {
        let key = ExchangeKey(client: exchange.client, order: exchange.order)
        let underWay = state.underWay.removeValue(forKey: key)
        if underWay?.isControl == true { return }
        if let underWay { state.means.held?.leave(underWay) }
        let ended = ProxyExchange(
            number: underWay?.number ?? 0,
            client: exchange,
            tunnel: underWay?.tunnel,
            asked: underWay?.asked,
            rules: underWay?.rules ?? [],
            answered: underWay?.answered,
            server: underWay?.request?.facts,
            cache: underWay?.cache?.outcome,
            stored: underWay?.cache.flatMap { StoredFacts($0, state.means.keeping) },
            held: underWay?.held,
            missed: underWay?.missed
        )
        if let request = underWay?.request { state.control?.note(ended, request) }
        observer.ended(ended)
    }

    func failed(_ client: SocketAddress, within tunnel: HTTPRequestHead?, _ error: TLSError) {
        let server = tunnel.flatMap { try? ForwardedRequest.tunnel(of: $0) }
        var failure = ClientHandshakeFailure(
            client: settings.client(client),
            server: server,
            error: error,
            isPassedThrough: false
        )
        if settings.passesRefused, let server, case .handshake(_, let alert?) = error,
            alert.refusesCertificate
        {
            failure.isPassedThrough = true
            switches.pass(server, for: failure.client.host)
        }
        observer.handshakeFailed(failure)
    }

    func pausedAccepting(_ error: SystemCallError) {
        observer.failed("connections have to wait: \(error)")
    }

    private func key(of request: ServedRequest) -> ExchangeKey {
        ExchangeKey(client: request.client, order: request.order)
    }
}
