import HTTP
import LinuxIO
import Wire

/// A connection of a client that takes this server for another one: its Client Hello, or its first request, names the server
/// that it means. That becomes a CONNECT, whose tunnel the client is in without having asked for it.
final class RedirectedConversation: Conversation {
    private let setting: ConversationSetting
    /// The port at which the client takes the server to be.
    private let port: UInt16
    private var held: [(bytes: [UInt8], instant: Instant)] = []
    private var awaited: AwaitedResponse?
    private var deadline: Instant
    private var inputEnded = false
    private var isFinishing = false

    init(_ setting: ConversationSetting, to port: UInt16, at now: Instant) {
        self.setting = setting
        self.port = port
        deadline = now + setting.limits.idle
    }

    private var heldCount: Int { held.reduce(0) { $0 + $1.bytes.count } }

    var acceptsInput: Bool { heldCount < TunnelOpening.longest }

    /// TLS has not begun, and a request has no response.
    var isBetweenResponses: Bool { true }

    var isAnswering: Bool { awaited != nil }

    func wantsToSend(at now: Instant) -> Bool { false }

    func nextInstant(at now: Instant) -> Instant { awaited == nil ? deadline : now + setting.limits.idle }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        if held.isEmpty { deadline = instant + setting.limits.head }
        if bytes.isEmpty { inputEnded = true }
        held.append((Array(bytes), instant))
    }

    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        if let awaited {
            guard let response = awaited.late.made else { return .wait }
            self.awaited = nil
            return answer(response, to: awaited.exchange, at: now)
        }
        let isOverdue = inputEnded || now >= deadline
        guard !held.isEmpty, let opening = TunnelOpening(held.flatMap(\.bytes), isEnded: isOverdue) else {
            return isOverdue || isFinishing ? .end(.atOnce) : .wait
        }
        switch opening {
        case .encryption(let name?): return ask(for: name, at: now)
        case .request: return askForRequest(isOverdue: isOverdue, at: now)
        case .encryption(nil), .other, .silence: return refuse(at: now)
        }
    }

    func finish() {
        isFinishing = true
    }

    func abandon() {
        if let awaited { setting.responder.ended(awaited.abandon()) }
        awaited = nil
    }

    // MARK: The server's name

    /// The name stands in the request's fields, which may come later than its first line.
    private func askForRequest(isOverdue: Bool, at now: Instant) -> ConversationStep {
        let bytes = held.flatMap(\.bytes)
        switch RequestedHost(bytes) {
        case .named(let name): return ask(for: name, at: now)
        case .incomplete where !isOverdue && bytes.count < TunnelOpening.longest: return .wait
        case .incomplete, .unnamed: return refuse(at: now)
        }
    }

    private func ask(for name: String, at now: Instant) -> ConversationStep {
        let target = "\(name):\(port)"
        guard let authority = HTTPAuthority(parsing: target), !authority.host.isEmpty else {
            return refuse(at: now)
        }
        let head = HTTPRequestHead(method: "CONNECT", target: target, fields: ["Host": target])
        let exchange = exchange(head, at: now)
        switch setting.responder.respond(to: ServedRequest(head: head, client: setting.client)) {
        case .now(let response): return answer(response, to: exchange, at: now)
        case .late(let late):
            awaited = AwaitedResponse(late, to: exchange, setting)
            return .goOn
        }
    }

    private func exchange(_ head: HTTPRequestHead?, at now: Instant) -> ServedExchange {
        setting.exchange(
            order: 0,
            head,
            firstByte: held.first?.instant ?? now,
            lastByte: held.last?.instant ?? now
        )
    }

    // MARK: The answer

    /// The client asked for no tunnel, so it gets no answer about one: it is in it, or its connection ends.
    private func answer(
        _ response: ServedResponse,
        to exchange: ServedExchange,
        at now: Instant
    ) -> ConversationStep {
        var exchange = exchange
        exchange.status = response.head.status
        guard case .takeover(let takeover) = response.live else {
            if case .stream(let content) = response.live { content.abandon() }
            setting.responder.ended(exchange)
            return .end(.reset)
        }
        let next = TakeoverConversation(setting, [], takeover, to: exchange)
        for piece in held { next.receive(piece.bytes[...], at: piece.instant) }
        return .become(next)
    }

    private func refuse(at now: Instant) -> ConversationStep {
        var exchange = exchange(nil, at: now)
        exchange.status = setting.responder.refuse(.unnamedServer).head.status
        setting.responder.ended(exchange)
        return .end(.reset)
    }
}
