import HTTP
import LinuxIO
import Wire

/// A connection after a response that ends HTTP on it: the rest of that response, then a tunnel's bytes or a
/// handshake.
final class TakeoverConversation: Conversation {
    private static let turn = 1 << 20

    private let setting: ConversationSetting
    private let takeover: ConnectionTakeover
    private var exchange: ServedExchange
    private let headBytes: Int
    /// Bytes that the kernel has not taken: first the response's head, then the tunnel's bytes.
    private var pending: ArraySlice<UInt8>
    private var sent = 0
    /// Bytes that came after the request, if TLS follows.
    private var early: [UInt8] = []
    private var inputEnded = false
    private var outputEnded = false
    private var hasReported = false

    init(
        _ setting: ConversationSetting,
        _ head: HTTPResponseHead,
        _ takeover: ConnectionTakeover,
        to exchange: ServedExchange
    ) {
        self.setting = setting
        self.takeover = takeover
        let bytes = head.serialised()
        headBytes = bytes.count
        pending = bytes[...]
        self.exchange = exchange
        self.exchange.status = head.status
        guard case .tunnel(let fromClient, let toClient) = takeover else { return }
        fromClient.onRoom(setting.wakeUp)
        toClient.onContent(setting.wakeUp)
    }

    var takesInput: Bool {
        guard case .tunnel(let fromClient, _) = takeover else { return true }
        return fromClient.hasRoom
    }

    /// A tunnel's content has no end of its own that TLS could confirm.
    var isBetweenResponses: Bool { false }

    func wantsToSend(at now: Instant) -> Bool {
        if !pending.isEmpty { return true }
        guard case .tunnel(_, let toClient) = takeover, !outputEnded else { return false }
        return toClient.hasContent
    }

    /// The opener of the tunnel decides how long it may be idle.
    func nextInstant(at now: Instant) -> Instant { now + setting.limits.idle }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        if bytes.isEmpty { inputEnded = true }
        guard case .tunnel(let fromClient, _) = takeover else {
            early += bytes
            return
        }
        if bytes.isEmpty { fromClient.end() } else { fromClient.write(Array(bytes)) }
    }

    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        if !pending.isEmpty { return try send(on: transport, at: &now) }
        switch takeover {
        case .encryption(let context):
            exchange.responseLastByte = now
            report()
            return .encrypt(context, behind: exchange.request, early: early)
        case .tunnel(_, let toClient):
            if outputEnded { return inputEnded ? end(.atOnce) : .wait }
            switch toClient.take(atMost: Self.turn) {
            case .bytes(let bytes, _):
                pending = bytes
                return .goOn
            case .end:
                outputEnded = true
                exchange.responseLastByte = now
                try transport.finishSending()
                return .goOn
            case .brokenOff: return end(.reset)
            case .nothing: return .wait
            }
        }
    }

    func finish() {}

    func abandon() {
        if case .tunnel(let fromClient, let toClient) = takeover {
            fromClient.breakOff()
            toClient.abandon()
        }
        report()
    }

    private func report() {
        guard !hasReported else { return }
        hasReported = true
        exchange.headerBytes = min(sent, headBytes)
        exchange.bodyBytes = max(0, sent - headBytes)
        setting.responder.ended(exchange)
    }

    private func end(_ ending: ConnectionEnding) -> ConversationStep {
        abandon()
        return .end(ending)
    }

    private func send(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        let taken = try transport.send(pending, .memory([]), isLast: true, setting.clock)
        guard taken.count > 0 else { return .wait }
        if exchange.responseFirstByte == nil { exchange.responseFirstByte = taken.began }
        pending = pending.dropFirst(taken.count)
        sent += taken.count
        exchange.connectionBytes = transport.sentBytes
        now = setting.clock.now()
        return .goOn
    }
}
