import HTTP
import HTTP2
import LinuxIO
import Wire

/// A connection after a response that ends HTTP or SOCKS on it: the rest of that response, then a tunnel's
/// bytes, requests in the clear, or a handshake.
final class TakeoverConversation: Conversation {
    private static let turn = 1 << 20
    /// How long a client may be silent before its tunnel's opener is told so: a client that speaks first does so a round
    /// trip after the head. And how long until it is told again.
    private static let silence: (first: Nanoseconds, later: Nanoseconds) = (300_000_000, 5_000_000_000)

    private let setting: ConversationSetting
    private let takeover: ConnectionTakeover
    private var exchange: ServedExchange
    private let headBytes: Int
    /// Bytes that the kernel has not taken: first the response's head, then the tunnel's bytes.
    private var pending: ArraySlice<UInt8>
    private var sent = 0
    /// Bytes of the client are held back while they may not be the tunnel's.
    private var isHolding: Bool
    private var held: [(bytes: [UInt8], instant: Instant)] = []
    /// When the held bytes, or their absence, decide; nil before the head is sent.
    private var decision: Instant?
    private var inputEnded = false
    private var outputEnded = false
    private var hasReported = false
    /// Since when the tunnel's other end is gone, and the client takes nothing of what came from there.
    private var lostSince: Instant?

    /// `opening` is the response, whose status the exchange has.
    init(
        _ setting: ConversationSetting,
        _ opening: [UInt8],
        _ takeover: ConnectionTakeover,
        to exchange: ServedExchange
    ) {
        self.setting = setting
        self.takeover = takeover
        headBytes = opening.count
        pending = opening[...]
        self.exchange = exchange
        switch takeover {
        case .tunnel(let fromClient, let toClient, let isWatched):
            isHolding = isWatched
            fromClient.onRoom(setting.wakeUp)
            toClient.onContent(setting.wakeUp)
        case .requests, .encryption: isHolding = true
        }
    }

    var acceptsInput: Bool {
        guard case .tunnel(let fromClient, _, _) = takeover else { return true }
        return isHolding ? heldCount < TunnelOpening.longest : fromClient.hasRoom
    }

    private var heldCount: Int { held.reduce(0) { $0 + $1.bytes.count } }

    /// A tunnel's content has no end of its own that TLS could confirm.
    var isBetweenResponses: Bool { false }

    /// A tunnel owes nothing.
    var isAnswering: Bool { false }

    func wantsToSend(at now: Instant) -> Bool {
        if !pending.isEmpty { return true }
        guard case .tunnel(_, let toClient, _) = takeover, !outputEnded else { return false }
        return toClient.hasContent
    }

    /// The opener of the tunnel decides how long it may be idle.
    func nextInstant(at now: Instant) -> Instant {
        lossDeadline ?? (isHolding ? decision : nil) ?? now + setting.limits.idle
    }

    private var lossDeadline: Instant? { lostSince.map { $0 + setting.limits.halfClosed } }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        if bytes.isEmpty { inputEnded = true }
        guard isHolding else { return pass(Array(bytes)) }
        if held.isEmpty { decision = instant + setting.limits.handshake }
        held.append((Array(bytes), instant))
    }

    /// Empty at the end of the client's stream.
    private func pass(_ bytes: [UInt8]) {
        guard case .tunnel(let fromClient, _, _) = takeover else { return }
        if bytes.isEmpty { fromClient.end() } else { fromClient.write(bytes) }
    }

    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        if isLost {
            lostSince = lostSince ?? now
            if outputEnded, !transport.hasPending { return end(.brokenOff) }
            if let lossDeadline, now >= lossDeadline { return end(.reset) }
        }
        if !pending.isEmpty { return try send(on: transport, at: &now) }
        switch takeover {
        case .encryption(let context): return become(.encryption(context), at: now)
        case .requests: return become(.requests, at: now)
        case .tunnel(_, let toClient, _):
            if isHolding { return decide(toClient, at: now) }
            return try carry(toClient, on: transport, at: now)
        }
    }

    func finish() {}

    func abandon() {
        if case .tunnel(let fromClient, let toClient, _) = takeover {
            // A client that has left spoke to the server alone, as far as anybody knows.
            for piece in held where !piece.bytes.isEmpty { fromClient.write(piece.bytes) }
            fromClient.breakOff()
            toClient.abandon()
        }
        report()
    }

    /// The other end is gone: at most what it said before is still to be handed on.
    private var isLost: Bool {
        guard case .tunnel(let fromClient, let toClient, _) = takeover else { return false }
        return toClient.isBrokenOff || fromClient.isAbandoned
    }

    // MARK: Continuing

    /// Whoever speaks first decides: a server that does is no HTTP server, and speaks no TLS.
    private func decide(_ toClient: BodyStream, at now: Instant) -> ConversationStep {
        if toClient.hasContent { return become(.tunnel, at: now) }
        if held.isEmpty { return awaitClient(at: now) }
        let isEnded = inputEnded || decision.map { now >= $0 } ?? false
        guard let opening = TunnelOpening(held.flatMap(\.bytes), isEnded: isEnded) else { return .wait }
        return become(setting.responder.continuation(of: exchange, after: opening), at: now)
    }

    private func awaitClient(at now: Instant) -> ConversationStep {
        guard let due = decision, now >= due else {
            if decision == nil { decision = now + Self.silence.first }
            return .wait
        }
        decision = now + Self.silence.later
        return become(setting.responder.continuation(of: exchange, after: .silence), at: now)
    }

    private func become(_ continuation: TunnelContinuation, at now: Instant) -> ConversationStep {
        if case .undecided = continuation { return .wait }
        isHolding = false
        defer { held = [] }
        switch continuation {
        case .undecided: return .wait
        case .tunnel:
            for piece in held { pass(piece.bytes) }
            return .goOn
        case .encryption(let context):
            exchange.responseLastByte = now
            report()
            return .encrypt(context, behind: exchange.request, early: held.flatMap(\.bytes))
        case .requests:
            exchange.responseLastByte = now
            report()
            setting.beginRequests(behind: exchange.request)
            do throws(HTTP2Error) {
                let next = try setting.opening(agreed: nil, at: now)
                for piece in held { next.receive(piece.bytes[...], at: piece.instant) }
                return .become(next)
            } catch {
                // Out of memory: no reply is possible.
                return .end(.atOnce)
            }
        }
    }

    private func carry(
        _ toClient: BodyStream,
        on transport: borrowing Transport,
        at now: Instant
    ) throws(TransportError) -> ConversationStep {
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
        lostSince = nil
        exchange.connectionBytes = transport.sentBytes
        now = setting.clock.now()
        return .goOn
    }
}
