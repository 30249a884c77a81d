import HTTP
import LinuxIO
import Wire

/// Sends the responses of one HTTP/1 connection, one after another, and reports their exchanges. What the
/// client takes moves the connection's deadline.
struct HTTP1ResponseSender {
    private enum State {
        case idle
        /// A response is being made. `isFinal` if the connection ends after it.
        case awaiting(AwaitedResponse, isFinal: Bool)
        case sending(any OutgoingMessage)
        /// Another conversation continues, beginning with the response's head.
        case takingOver(TakeoverConversation)
        /// Everything is sent, and the connection waits to be ended.
        case resting(until: Instant, ConnectionEnding)
    }

    private let setting: ConversationSetting
    private var state = State.idle
    /// Heads sent before anything else, such as 100 (Continue) or the switch to HTTP/2.
    private var notes: ArraySlice<UInt8> = []

    init(_ setting: ConversationSetting) {
        self.setting = setting
    }

    var hasNotes: Bool { !notes.isEmpty }

    /// No response is being made or sent.
    var isIdle: Bool {
        switch state {
        case .idle, .takingOver, .resting: true
        case .awaiting, .sending: false
        }
    }

    /// No response has begun.
    var mayInform: Bool {
        switch state {
        case .idle, .awaiting: true
        case .sending, .takingOver, .resting: false
        }
    }

    var isAwaiting: Bool { if case .awaiting = state { true } else { false } }

    /// A response or its next content is being made.
    func isMaking(at now: Instant) -> Bool {
        switch state {
        case .awaiting: true
        case .sending(let response): response.isStarved(at: now)
        case .idle, .takingOver, .resting: false
        }
    }

    var takeover: TakeoverConversation? {
        if case .takingOver(let takeover) = state { takeover } else { nil }
    }

    var rest: (until: Instant, ending: ConnectionEnding)? {
        if case .resting(let until, let ending) = state { (until, ending) } else { nil }
    }

    func wantsToSend(at now: Instant) -> Bool {
        if hasNotes { return true }
        switch state {
        case .takingOver: return true
        case .sending(let response): return response.next(at: now) == nil
        case .idle, .awaiting, .resting: return false
        }
    }

    /// When more may be sent, or the connection ends; nil if neither is known.
    func next(at now: Instant) -> Instant? {
        switch state {
        case .sending(let response): response.next(at: now)
        case .resting(let until, _): until
        case .idle, .awaiting, .takingOver: nil
        }
    }

    // MARK: Beginning

    mutating func inform(_ head: HTTPResponseHead) {
        notes += head.serialised()
    }

    mutating func await(_ awaited: AwaitedResponse, isFinal: Bool) {
        state = .awaiting(awaited, isFinal: isFinal)
    }

    /// Begins the awaited response; false while it is still being made.
    mutating func beginAwaited(isFinal: Bool, at now: Instant, _ deadline: inout Instant) -> Bool {
        guard case .awaiting(let awaited, let wasFinal) = state else { return false }
        if awaited.exchange.knowsInterimHeads {
            for head in awaited.late.takeInterim() { inform(head) }
        }
        guard let response = awaited.late.made else { return false }
        begin(response, to: awaited.exchange, isFinal: isFinal || wasFinal, at: now, &deadline)
        return true
    }

    /// The awaited response waits for a person.
    var isHeld: Bool {
        if case .awaiting(let awaited, _) = state { awaited.late.isHeld } else { false }
    }

    /// Gives the awaited response up, for another one.
    mutating func takeAwaited() -> ServedExchange? {
        guard case .awaiting(let awaited, _) = state else { return nil }
        state = .idle
        return awaited.abandon()
    }

    mutating func begin(
        _ response: ServedResponse,
        to exchange: ServedExchange,
        isFinal: Bool,
        at now: Instant,
        _ deadline: inout Instant
    ) {
        switch response.live {
        case nil:
            let message = OutgoingResponse(response, to: exchange, isFinal: isFinal, setting.writer.dates)
            begin(message, at: now, &deadline)
        case .stream(let content):
            if exchange.knowsInterimHeads {
                for head in response.interim { inform(head) }
            }
            let message = StreamedResponse(response, content, to: exchange, isFinal: isFinal, setting)
            begin(message, at: now, &deadline)
        case .takeover(let takeover):
            var exchange = exchange
            exchange.status = response.head.status
            let opening = response.head.serialised()
            state = .takingOver(TakeoverConversation(setting, opening, takeover, to: exchange))
        }
    }

    private mutating func begin(_ response: any OutgoingMessage, at now: Instant, _ deadline: inout Instant) {
        deadline = (response.next(at: now) ?? now) + setting.limits.idle
        state = .sending(response)
    }

    /// The body of the request that is being answered has arrived.
    func requestEnded(at instant: Instant) {
        switch state {
        case .awaiting(let awaited, _): awaited.exchange.requestLastByte = instant
        case .sending(let response): response.exchange.requestLastByte = instant
        case .idle, .takingOver, .resting: break
        }
    }

    // MARK: Sending

    /// True once all notes are sent.
    mutating func sendNotes(on transport: borrowing Transport) throws(TransportError) -> Bool {
        notes = notes.dropFirst(try transport.send(notes, .memory([]), isLast: true, setting.clock).count)
        return notes.isEmpty
    }

    /// Sends all of a usual response at once. What the kernel does not take continues like any other. nil if
    /// the connection is free for the next request.
    mutating func send(
        _ response: ServedResponse,
        _ lines: [UInt8],
        to exchange: consuming ServedExchange,
        on transport: borrowing Transport,
        at now: inout Instant,
        _ deadline: inout Instant
    ) throws(TransportError) -> ConversationStep? {
        let message = response.message
        let (text, content) = setting.writer.write(message, lines, at: response.date)
        let count = text.count + content.count
        let taken: Handover
        do throws(TransportError) {
            taken = try transport.send(text, content, isLast: true, setting.clock)
        } catch {
            // An exchange under way is reported when the connection ends.
            begin(response, to: exchange, isFinal: false, at: now, &deadline)
            throw error
        }
        guard taken.count == count else {
            let rest = OutgoingResponse(response, to: exchange, isFinal: false, setting.writer.dates)
            rest.begin(with: taken)
            begin(rest, at: now, &deadline)
            return taken.count > 0 ? .goOn : .wait
        }
        now = setting.clock.now()
        exchange.status = message.head.status
        exchange.headerBytes = count - message.body.count
        exchange.bodyBytes = message.body.count
        exchange.responseFirstByte = taken.began
        exchange.responseLastByte = now
        exchange.connectionBytes = transport.sentBytes
        setting.responder.ended(exchange)
        return nil
    }

    /// Continues with the response under way. nil if the connection is free for the next request.
    mutating func send(
        on transport: borrowing Transport,
        at now: inout Instant,
        _ deadline: inout Instant
    ) throws(TransportError) -> ConversationStep? {
        guard case .sending(let response) = state else { return .goOn }
        let before = response.sentBytes
        let progress = try response.send(on: transport, at: now, setting.clock)
        if response.sentBytes != before { deadline = now + setting.limits.idle }
        switch progress {
        case .moved: return .goOn
        case .early:
            deadline = (response.next(at: now) ?? now) + setting.limits.idle
            return .wait
        case .blocked: return now >= deadline ? .end(.discarded) : .wait
        case .sent: return end(response, after: transport.sentBytes, at: &now)
        }
    }

    /// `sentBytes`: bytes of the connection that the kernel has taken.
    private mutating func end(
        _ response: any OutgoingMessage,
        after sentBytes: Int,
        at now: inout Instant
    ) -> ConversationStep? {
        state = .idle
        var exchange = response.exchange
        exchange.connectionBytes = sentBytes
        setting.responder.ended(exchange)
        now = exchange.responseLastByte ?? setting.clock.now()
        switch response.ending {
        case .whole: return response.isFinal ? .end(.inOrder) : nil
        case .slowClose(let time): state = .resting(until: now + time, .inOrder)
        case .stall(_, let most):
            state = .resting(until: now + (most ?? setting.limits.stall), .brokenOff)
        case .close: return .end(.brokenOff)
        case .reset, .goAway, .streamReset: return .end(.reset)
        }
        return .goOn
    }

    /// The connection is gone: reports what was sent of the response.
    func abandon() {
        switch state {
        case .awaiting(let awaited, _): setting.responder.ended(awaited.abandon())
        case .sending(let response): setting.responder.ended(response.abandon())
        case .takingOver(let takeover): takeover.abandon()
        case .idle, .resting: break
        }
    }
}
