import HTTP
import LinuxIO
import Wire

/// SOCKS on one connection: the client's request becomes a CONNECT, and the answer to that a reply. What
/// follows is a tunnel, or the connection's end.
final class SOCKSConversation: Conversation {
    private let setting: ConversationSetting
    private var handshake = SOCKSServerHandshake()
    private var version = SOCKSVersion.v5
    private var awaited: AwaitedResponse?
    /// Bytes that the kernel has not taken.
    private var pending: ArraySlice<UInt8> = []
    /// A refused request, until its reply is sent.
    private var refused: ServedExchange?
    private var isOver = false
    private var firstByte: Instant?
    private var latest: Instant
    private var deadline: Instant
    private var inputEnded = false
    private var isFinishing = false

    init(_ setting: ConversationSetting, at now: Instant) {
        self.setting = setting
        latest = now
        deadline = now + setting.limits.head
    }

    /// A client has nothing to say before its reply.
    var acceptsInput: Bool { awaited == nil && !isOver }

    var isBetweenResponses: Bool { true }

    var isAnswering: Bool { awaited != nil }

    func wantsToSend(at now: Instant) -> Bool { !pending.isEmpty }

    func nextInstant(at now: Instant) -> Instant { awaited == nil ? deadline : now + setting.limits.idle }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        if bytes.isEmpty { inputEnded = true }
        if firstByte == nil { firstByte = instant }
        latest = instant
        handshake.receive(bytes)
    }

    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        if !pending.isEmpty { return try send(on: transport, at: &now) }
        if let awaited {
            guard let response = awaited.late.made else { return .wait }
            self.awaited = nil
            return answer(response, to: awaited.exchange)
        }
        if isOver {
            if var exchange = refused {
                refused = nil
                exchange.responseLastByte = now
                setting.responder.ended(exchange)
            }
            return .end(.inOrder)
        }
        switch handshake.next() {
        case .reply(let bytes): pending = bytes[...]
        case .request(let request): return ask(request)
        case .refused(let refusal, let reply): refuse(refusal, reply)
        case nil:
            if isFinishing { return .end(.inOrder) }
            return inputEnded || now >= deadline ? .end(.atOnce) : .wait
        }
        return .goOn
    }

    func finish() {
        isFinishing = true
    }

    func abandon() {
        if let awaited { setting.responder.ended(awaited.abandon()) }
        if let refused { setting.responder.ended(refused) }
        (awaited, refused) = (nil, nil)
    }

    // MARK: The request

    private func ask(_ request: SOCKSRequest) -> ConversationStep {
        version = request.version
        guard let target = Self.target(request) else {
            refuse(.malformed, SOCKSReply.hostUnreachable.bytes(version))
            return .goOn
        }
        let head = HTTPRequestHead(method: "CONNECT", target: target, fields: ["Host": target])
        let exchange = exchange(head)
        let asked = ServedRequest(head: head, socks: version, client: setting.client)
        switch setting.responder.respond(to: asked) {
        case .now(let response): return answer(response, to: exchange)
        case .late(let late):
            awaited = AwaitedResponse(late, to: exchange, setting)
            return .goOn
        }
    }

    /// Host and port as a CONNECT has them; nil if the name cannot be one.
    private static func target(_ request: SOCKSRequest) -> String? {
        let host: String
        switch request.host {
        case .address(let address): host = address.bracketed
        case .name(let name): host = name.contains(":") ? "[\(name)]" : name
        }
        let target = "\(host):\(request.port)"
        guard let authority = HTTPAuthority(parsing: target), !authority.host.isEmpty, request.port > 0 else {
            return nil
        }
        return target
    }

    private func exchange(_ head: HTTPRequestHead?) -> ServedExchange {
        var exchange = setting.exchange(
            order: 0,
            head,
            firstByte: firstByte ?? latest,
            lastByte: latest
        )
        exchange.socks = version
        return exchange
    }

    // MARK: The reply

    private func answer(_ response: ServedResponse, to exchange: ServedExchange) -> ConversationStep {
        var exchange = exchange
        exchange.status = response.head.status
        guard case .takeover(let takeover) = response.live else {
            if case .stream(let content) = response.live { content.abandon() }
            end(exchange, SOCKSReply(refusal: response.head).bytes(version))
            return .goOn
        }
        let opening = SOCKSReply.granted.bytes(version)
        let next = TakeoverConversation(setting, opening, takeover, to: exchange)
        if !handshake.rest.isEmpty { next.receive(handshake.rest, at: latest) }
        if inputEnded { next.receive([], at: latest) }
        return .become(next)
    }

    /// The protocol was not kept, or asks for what is not served.
    private func refuse(_ refusal: SOCKSRefusal, _ reply: [UInt8]) {
        var exchange = exchange(nil)
        exchange.status = setting.responder.refuse(.socks(refusal)).head.status
        end(exchange, reply)
    }

    private func end(_ exchange: ServedExchange, _ reply: [UInt8]) {
        pending = reply[...]
        refused = exchange
        isOver = true
    }

    private func send(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        let taken = try transport.send(pending, .memory([]), isLast: true, setting.clock)
        guard taken.count > 0 else { return now >= deadline ? .end(.discarded) : .wait }
        pending = pending.dropFirst(taken.count)
        now = setting.clock.now()
        if refused?.responseFirstByte == nil { refused?.responseFirstByte = taken.began }
        refused?.headerBytes += taken.count
        refused?.connectionBytes = transport.sentBytes
        return .goOn
    }
}
