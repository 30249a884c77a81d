import HTTP
import HTTP2
import LinuxIO
import Wire

/// The server's half of each stream: its response, while it is made and sent. It reads no clock.
struct MultiplexedResponseSender {
    private enum State {
        /// A response is being made. `interim` counts the 1xx heads sent before it.
        case awaiting(AwaitedResponse, interim: Int)
        case sending(MultiplexedResponse)
    }

    private let setting: ConversationSetting
    private let session: any MultiplexedSession
    private let timing: MultiplexedTiming
    private var states: [HTTP2StreamID: State] = [:]
    /// Streams that only wait for an instant.
    private var waiting: [HTTP2StreamID: Instant] = [:]
    /// Streams whose responses are being made.
    private var awaiting: Set<HTTP2StreamID> = []
    /// Streams whose responses wait for more content.
    private var starved: Set<HTTP2StreamID> = []
    /// How a course ends the connection.
    var breakUp: ConnectionBreakUp?
    /// GOAWAY is sent: the connection ends with the last response.
    private(set) var isLeaving = false

    init(_ setting: ConversationSetting, _ session: any MultiplexedSession, _ timing: MultiplexedTiming) {
        self.setting = setting
        self.session = session
        self.timing = timing
    }

    /// Whether a response is under way that continues by itself.
    var isAnswering: Bool {
        !awaiting.isEmpty
            || states.values.contains {
                if case .sending(let response) = $0 { !response.isStalled } else { false }
            }
    }

    /// A response or its content is being made.
    var isMaking: Bool { !awaiting.isEmpty || !starved.isEmpty }

    /// All responses under way wait for a person.
    var isOnlyHeld: Bool {
        states.values.allSatisfy {
            if case .awaiting(let awaited, _) = $0 { awaited.late.isHeld } else { false }
        }
    }

    /// The next instant that a stream waits for.
    var next: Instant? { waiting.values.min() }

    // MARK: Beginning

    mutating func await(_ awaited: AwaitedResponse, on stream: HTTP2StreamID, interim: Int) {
        states[stream] = .awaiting(awaited, interim: interim)
        awaiting.insert(stream)
    }

    var awaitingStreams: [HTTP2StreamID] { awaiting.isEmpty ? [] : awaiting.sorted() }

    /// The response to begin now; nil while it is still being made.
    mutating func takeMade(
        on stream: HTTP2StreamID
    ) -> (response: ServedResponse, exchange: ServedExchange, interim: Int)? {
        guard case .awaiting(let awaited, var interim)? = states[stream] else { return nil }
        for head in awaited.late.takeInterim() where session.mayInform(head, on: stream) { interim += 1 }
        guard let response = awaited.late.made else {
            states[stream] = .awaiting(awaited, interim: interim)
            return nil
        }
        awaiting.remove(stream)
        return (response, awaited.exchange, interim)
    }

    /// Sends 100 (Continue) to a client that waits for it, unless the response has begun.
    mutating func giveLeave(on stream: HTTP2StreamID) {
        guard case .awaiting(let awaited, let interim)? = states[stream],
            session.mayInform(.goOn, on: stream)
        else { return }
        states[stream] = .awaiting(awaited, interim: interim + 1)
    }

    /// Begins a response, at once unless its course delays it.
    mutating func begin(
        _ response: ServedResponse,
        to exchange: ServedExchange,
        on stream: HTTP2StreamID,
        interim informed: Int
    ) {
        var interim = informed
        for head in response.interim where session.mayInform(head, on: stream) { interim += 1 }
        let message = MultiplexedResponse(
            response,
            to: exchange,
            interim: interim,
            dates: setting.writer.dates
        )
        states[stream] = .sending(message)
        switch response.live {
        case nil: break
        case .stream(let content), .takeover(.tunnel(_, let content, _)): content.onContent(setting.wakeUp)
        // HTTP/2 cannot carry it.
        case .takeover(.encryption), .takeover(.requests): return session.reset(stream, .internalError)
        }
        if message.start <= timing.now { goOn(stream) } else { wait(stream, until: message.start) }
    }

    /// The body of the request that is being answered has arrived.
    func requestEnded(on stream: HTTP2StreamID) {
        switch states[stream] {
        case .awaiting(let awaited, _): awaited.exchange.requestLastByte = timing.now
        case .sending(let response): response.exchange.requestLastByte = timing.now
        case nil: break
        }
    }

    // MARK: Continuing

    /// Continues the streams whose instant has come; false if there are none.
    mutating func goOnWithDue() -> Bool {
        let due = waiting.filter { $0.value <= timing.now }.keys.sorted()
        for stream in due {
            waiting[stream] = nil
            goOn(stream)
        }
        return !due.isEmpty
    }

    /// Continues the streams whose responses have more content; false if there are none.
    mutating func goOnWithFed() -> Bool {
        var hasFed = false
        for stream in starved.sorted() {
            guard case .sending(let response)? = states[stream], response.isFed else { continue }
            starved.remove(stream)
            session.resume(stream)
            hasFed = true
        }
        return hasFed
    }

    private mutating func goOn(_ stream: HTTP2StreamID) {
        guard case .sending(let response)? = states[stream] else { return }
        if response.isStalled { return cut(response, on: stream, .internalError) }
        if response.hasHead { return session.resume(stream) }
        if response.plan.isBare {
            breakUp = .bytes(BodyCursor(response.plan.body), of: stream)
            return
        }
        if response.plan.stop == .start { return stop(response, on: stream) }
        guard session.mayRespond(response.plan.head, on: stream, hasBody: response.hasBody) else {
            return cut(response, on: stream, .internalError)
        }
        response.exchange.responseReady = timing.now
        response.hasHead = true
        response.isEnded = !response.hasBody
    }

    /// The next content of the stream that may be sent by now.
    mutating func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        guard case .sending(let response)? = states[stream] else { return .reset(.internalError) }
        response.release(at: timing.now)
        switch response.supply(atMost: count, at: timing.now) {
        case .content(let piece, let isLast):
            guard let bytes = Self.bytes(of: piece) else {
                cut(response, on: stream, .internalError)
                return .later
            }
            response.isEnded = isLast
            return .bytes(bytes, isLast: isLast)
        case .trailers(let fields):
            response.isEnded = true
            return .trailers(fields)
        case .wait(let instant): wait(stream, until: instant)
        case .starved: starved.insert(stream)
        case .brokenOff: cut(response, on: stream, .internalError)
        case .stop: stop(response, on: stream)
        }
        return .later
    }

    /// Notes which streams the client's windows hold up: all frames that may be made now are made.
    func noteHolds() {
        for (stream, state) in states {
            guard case .sending(let response) = state, response.hasHead, !response.isEnded,
                !response.isStalled, waiting[stream] == nil, !starved.contains(stream),
                let window = session.closedWindow(for: stream)
            else { continue }
            response.hold(window, at: timing.now)
        }
    }

    /// nil if a file has become shorter or cannot be read.
    private static func bytes(of piece: ServedBody.Piece) -> ArraySlice<UInt8>? {
        switch piece {
        case .memory(let bytes): return bytes
        case .file(let file, let range):
            guard let bytes = try? file.bytes(in: range), bytes.count == range.count else { return nil }
            return bytes[...]
        }
    }

    private mutating func wait(_ stream: HTTP2StreamID, until instant: Instant) {
        waiting[stream] = instant
        timing.extend(from: instant)
    }

    // MARK: Ending

    /// Ends the response here, before its own end, as its course asks.
    private mutating func stop(_ response: MultiplexedResponse, on stream: HTTP2StreamID) {
        switch response.ending {
        case .close: cut(response, on: stream, .internalError)
        case .streamReset(_, let code): cut(response, on: stream, HTTP2ErrorCode(rawValue: code))
        case .reset: breakUp = .reset
        case .stall(_, let most):
            response.isStalled = true
            wait(stream, until: timing.now + (most ?? setting.limits.stall))
        case .goAway(_, let code):
            response.isStalled = true
            // A client may retry elsewhere what was not begun.
            let last = response.hasHead ? session.lastStream : stream - 2
            leave(HTTP2ErrorCode(rawValue: code), after: max(0, last))
        case .whole, .slowClose: break
        }
    }

    private func cut(_ response: MultiplexedResponse, on stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        response.isEnded = true
        session.reset(stream, code)
    }

    mutating func leave(_ code: HTTP2ErrorCode, after last: HTTP2StreamID) {
        isLeaving = true
        session.goAway(code, last: last)
    }

    /// The kernel took bytes of a stream, and has `sentBytes` of the connection. Returns the response if it
    /// has the stream's last byte or its reset: the exchange is over.
    mutating func took(
        _ progress: StreamProgress,
        _ handover: Handover,
        at instant: Instant,
        after sentBytes: Int
    ) -> MultiplexedResponse? {
        guard case .sending(let response)? = states[progress.stream] else { return nil }
        response.took(progress, handover, at: instant)
        guard progress.isWhole, progress.isLast else { return nil }
        response.exchange.connectionBytes = sentBytes
        setting.responder.ended(response.exchange)
        states[progress.stream] = nil
        response.abandon()
        return response
    }

    /// The exchange is over, and its course may end the connection.
    mutating func end(with response: MultiplexedResponse) {
        guard response.exchange.responseLastByte != nil else { return }
        switch response.ending {
        case .reset: breakUp = .reset
        case .goAway(_, let code): leave(HTTP2ErrorCode(rawValue: code), after: session.lastStream)
        case .whole, .close, .stall, .slowClose, .streamReset: break
        }
    }

    /// The session is done with the stream. If its last frame was made, the exchange ends with that frame.
    mutating func close(_ stream: HTTP2StreamID) {
        starved.remove(stream)
        if case .sending(let response)? = states[stream], response.isEnded { return }
        waiting[stream] = nil
        awaiting.remove(stream)
        if let state = states.removeValue(forKey: stream) { abandon(state) }
    }

    /// The connection is gone: reports what was sent of each response.
    mutating func abandon() {
        for state in states.values { abandon(state) }
        (states, awaiting, starved) = ([:], [], [])
    }

    private func abandon(_ state: State) {
        switch state {
        case .awaiting(let awaited, _): setting.responder.ended(awaited.abandon())
        case .sending(let response):
            response.release(at: timing.now)
            response.abandon()
            setting.responder.ended(response.exchange)
        }
    }
}
