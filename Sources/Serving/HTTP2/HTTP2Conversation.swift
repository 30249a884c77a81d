import HTTP2
import LinuxIO
import Wire

/// HTTP/2 on one connection: each stream is an exchange with a course of its own.
///
/// Frames are made only when the kernel has taken all those before, and then about `turn` bytes. That, and
/// what TLS holds of it, is all that waits in memory for a slow client.
final class HTTP2Conversation: Conversation {
    private static let turn = 65_536

    let setting: ConversationSetting
    let session: HTTP2ServerSession
    var streams: [HTTP2StreamID: HTTP2Stream] = [:]
    /// Streams that only wait for an instant.
    var waiting: [HTTP2StreamID: Instant] = [:]
    /// Streams whose responses are being made.
    var awaiting: Set<HTTP2StreamID> = []
    /// Streams whose responses wait for more content.
    var starved: Set<HTTP2StreamID> = []
    /// Bodies of requests that are answered while they arrive.
    var uploads: [HTTP2StreamID: RequestUpload] = [:]
    /// Requests so far.
    var order = 0
    /// Instant of the current step or arrival.
    var now: Instant
    /// When the client has been idle too long.
    var deadline: Instant
    /// When the head under way must be complete.
    var headDeadline: Instant?
    var breakUp: HTTP2BreakUp?
    /// A course sent GOAWAY: the connection ends with the last response.
    var isLeaving = false
    /// No more frames can be made until something happens.
    private var isDrained = false
    private var handout = HTTP2Handout()
    private var inputEnded = false

    init(_ setting: ConversationSetting, at now: Instant) throws(HTTP2Error) {
        self.setting = setting
        self.now = now
        session = try HTTP2ServerSession(setting.limits.http2)
        deadline = now + setting.limits.idle
    }

    // Also while the client takes nothing: its window updates must get in, and what they may cause is
    // bounded.
    var takesInput: Bool { true }

    var isBetweenResponses: Bool { !isAnswering && breakUp == nil }

    func wantsToSend(at now: Instant) -> Bool { !handout.isSent || !isDrained || breakUp != nil }

    func nextInstant(at now: Instant) -> Instant {
        waiting.values.min().map { min($0, expiry) } ?? expiry
    }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        guard !bytes.isEmpty else {
            inputEnded = true
            return
        }
        guard breakUp == nil else { return }
        now = instant
        isDrained = false
        do throws(HTTP2Error) {
            try session.receive(bytes, at: instant)
        } catch {
            // Its GOAWAY says why, and the session is over.
        }
        heed(session.takeEvents())
    }

    func step(
        on transport: borrowing Transport,
        at instant: inout Instant
    ) throws(TransportError) -> ConversationStep {
        now = instant
        if handout.isSent {
            if let breakUp { return try carryOut(breakUp, on: transport) }
            goOnWithDue()
            goOnWithMade()
            goOnWithStreams()
            makeFrames()
        }
        if !handout.isSent { return try handOver(on: transport) }
        if breakUp != nil { return .goOn }
        if session.isOver || (isLeaving && !isAnswering) { return end(.inOrder) }
        // A client that has stopped sending waits only for the responses under way.
        if inputEnded, !isAnswering { return end(.atOnce) }
        return now >= expiry ? expire() : .wait
    }

    func finish() {
        guard !isLeaving else { return }
        leave(.noError, after: session.lastStream)
        isDrained = false
    }

    func abandon() {
        for upload in uploads.values { upload.body.breakOff() }
        for stream in streams.values {
            switch stream {
            case .answering(let response):
                response.abandon()
                setting.responder.ended(response.exchange)
            case .awaiting(let awaited, _, _): setting.responder.ended(awaited.abandon())
            case .heading, .reading, .dropping: break
            }
        }
        (streams, awaiting, starved, uploads) = ([:], [], [], [:])
    }

    /// Whether a response is under way that continues by itself.
    private var isAnswering: Bool {
        !awaiting.isEmpty
            || streams.values.contains {
                if case .answering(let response) = $0 { !response.isStalled } else { false }
            }
    }

    private var expiry: Instant { min(headDeadline ?? deadline, deadline) }

    private func end(_ ending: ConnectionEnding) -> ConversationStep {
        abandon()
        return .end(ending)
    }

    /// Continues the streams whose instant has come.
    private func goOnWithDue() {
        for stream in waiting.filter({ $0.value <= now }).keys.sorted() {
            waiting[stream] = nil
            isDrained = false
            goOn(stream)
        }
    }

    /// Continues the streams whose responses are made.
    private func goOnWithMade() {
        guard !awaiting.isEmpty else { return }
        // A client that waits for a response in the making is not idle.
        deadline = max(deadline, now + setting.limits.idle)
        for stream in awaiting.sorted() where beginAwaited(on: stream) {
            isDrained = false
        }
        // A 1xx head may have been sent ahead.
        if session.hasOutput { isDrained = false }
    }

    /// Continues the streams whose responses have more content, and sends 100 (Continue) for bodies that are
    /// asked for.
    private func goOnWithStreams() {
        // A client that waits for content in the making is not idle.
        if !starved.isEmpty { deadline = max(deadline, now + setting.limits.idle) }
        for stream in starved.sorted() {
            guard case .answering(let response)? = streams[stream], response.isFed else { continue }
            starved.remove(stream)
            isDrained = false
            session.resume(stream)
        }
        for stream in uploads.keys.sorted() {
            if uploads[stream]?.takeLeave() ?? false { giveLeave(on: stream) }
            makeRoom(on: stream)
            if session.hasOutput { isDrained = false }
        }
    }

    private func makeFrames() {
        guard !isDrained, breakUp == nil else { return }
        do throws(HTTP2Error) {
            handout = HTTP2Handout(try session.send(about: Self.turn, from: self))
        } catch {
            // Out of memory for a frame, even for one that says so.
            breakUp = .reset
        }
        isDrained = handout.isSent
        heed(session.takeEvents())
    }

    private func handOver(on transport: borrowing Transport) throws(TransportError) -> ConversationStep {
        let rest = handout.rest
        let taken = try transport.send(rest, .memory([]), isLast: true, setting.clock)
        guard taken.count > 0 else { return now >= deadline ? end(.discarded) : .wait }
        let instant = setting.clock.now()
        deadline = max(deadline, instant + setting.limits.idle)
        isDrained = false
        for progress in handout.advance(taken.count) {
            took(progress, began: taken.began, at: instant, after: transport.sentBytes)
        }
        return taken.count == rest.count ? .goOn : .wait
    }

    private func took(
        _ progress: HTTP2Handout.Progress,
        began: Instant,
        at instant: Instant,
        after sentBytes: Int
    ) {
        guard case .answering(let response)? = streams[progress.stream] else { return }
        response.took(progress, began: began, at: instant)
        if progress.isWhole, progress.isLast { finish(response, on: progress.stream, after: sentBytes) }
    }

    private func carryOut(
        _ breakUp: HTTP2BreakUp,
        on transport: borrowing Transport
    ) throws(TransportError) -> ConversationStep {
        guard case .bytes(var body, let stream) = breakUp else { return end(.reset) }
        guard body.left > 0 else { return end(.brokenOff) }
        let taken = try transport.send([], body.front(atMost: Self.turn), isLast: true, setting.clock)
        guard taken.count > 0 else { return now >= deadline ? end(.discarded) : .wait }
        body.advance(taken.count)
        self.breakUp = .bytes(body, of: stream)
        let isLast = body.left == 0
        took(
            HTTP2Handout.Progress(
                stream: stream,
                kind: .data,
                count: taken.count,
                isWhole: isLast,
                isLast: isLast
            ),
            began: taken.began,
            at: setting.clock.now(),
            after: transport.sentBytes
        )
        return .goOn
    }

    /// The client was idle too long, or its head is late: sends GOAWAY, and the connection ends.
    private func expire() -> ConversationStep {
        guard session.wantsInput else { return end(.atOnce) }
        session.end(now >= deadline ? .noError : .enhanceYourCalm)
        headDeadline = nil
        deadline = now + setting.limits.idle
        isDrained = false
        return .goOn
    }
}
