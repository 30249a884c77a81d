import Forwarding
import HTTP
import LinuxIO
import Serving
import Wire

/// What the proxy knows of an exchange until it is over. It belongs to the loop's thread.
final class ExchangeUnderWay {
    let number: Int
    let tunnel: HTTPRequestHead?
    private let head: HTTPRequestHead
    let client: SocketAddress
    private let began: Instant
    var asked: Destination?
    var rules: [AppliedRule] = []
    /// It may lead to what listens on this machine's loopback addresses.
    var mayReachLoopback = true
    /// It steers the proxy: nobody is told of it.
    var isControl = false
    var request: UpstreamRequest?
    /// A CONNECT whose server is asked only if the client's first bytes need it; nil for all else.
    var unopened: UnopenedTunnel?
    /// What the client gets; nil before that is known.
    var answer: ServedAnswer?
    /// nil if no cache was asked.
    var cache: CacheVisit?
    /// How long it has waited at breakpoints; nil if it did not.
    var held: Nanoseconds?
    /// Why it did not wait at one; nil if it did, or met none.
    var missed: BreakpointMiss?

    /// It waits at a breakpoint.
    var isHeld = false

    init(number: Int, _ request: ServedRequest, began: Instant) {
        self.number = number
        self.began = began
        head = request.head
        client = request.client
        tunnel = request.isEncrypted ? request.tunnel : nil
    }

    /// How far it has come. nil if it began less than `age` ago, or nobody is told of it.
    func begun(at now: Instant, age: Nanoseconds) -> BegunExchange? {
        guard !isControl, now - began >= age else { return nil }
        let facts = request?.facts
        return BegunExchange(
            number: number,
            kind: head.method == "CONNECT" ? .tunnel : tunnel == nil ? .plain : .intercepted,
            method: head.method,
            url: ProxyExchange.url(of: head, at: asked ?? facts?.destination),
            client: client,
            phase: phase(facts),
            status: facts?.head?.status,
            requestBytes: facts?.requestBodyBytes ?? 0,
            responseBytes: facts?.responseBodyBytes ?? 0,
            messages: facts?.messages,
            duration: now - began
        )
    }

    private func phase(_ facts: UpstreamFacts?) -> BegunExchange.Phase {
        if isHeld { return .held }
        guard let facts, facts.sentFirst != nil || facts.head != nil else { return .connecting }
        if facts.head != nil { return .receiving }
        return facts.sentLast == nil ? .sending : .waiting
    }

    /// The head of what the client gets; nil if there is none.
    var answered: HTTPResponseHead? {
        switch answer {
        case .now(let response): response.head
        case .late(let late): late.made?.head
        case nil: nil
        }
    }

    /// Something was done to it by hand.
    func note(_ action: String) {
        rules.append(AppliedRule(number: nil, action: action))
    }
}
