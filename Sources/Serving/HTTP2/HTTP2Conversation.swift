import HTTP
import HTTP2
import LinuxIO
import Wire

/// HTTP/2 on one connection: each stream is an exchange with a course of its own.
///
/// Frames are made only when the kernel has taken all those before, and then about `turn` bytes. That, and
/// what TLS holds of it, is all that waits in memory for a slow client.
final class HTTP2Conversation: Conversation, HTTP2BodySource {
    private static let turn = 65_536
    /// No client of HTTP/2 ends its side and waits for long: its window would stay as it is. And one connection may have
    /// asked for many responses.
    private static let halfClosedDivisor: Nanoseconds = 30

    private let setting: ConversationSetting
    private let session: HTTP2ServerSession
    private let timing: MultiplexedTiming
    private var reader: MultiplexedRequestReader
    private var sender: MultiplexedResponseSender
    /// No more frames can be made until something happens.
    private var isDrained = false
    private var handout = HTTP2OutputQueue()
    /// Once the client has ended its side.
    private var farewell: HalfCloseGrace?

    init(_ setting: ConversationSetting, at now: Instant) throws(HTTP2Error) {
        self.setting = setting
        session = try HTTP2ServerSession(setting.limits.http2)
        timing = MultiplexedTiming(setting.limits, at: now)
        reader = MultiplexedRequestReader(setting, session, timing)
        sender = MultiplexedResponseSender(setting, session, timing)
    }

    /// A connection that began with HTTP/1: the request that asked for the upgrade is its first stream.
    /// `order` is that request's; `firstByte` is when its first byte arrived.
    convenience init(
        _ setting: ConversationSetting,
        after upgrade: HTTP2Upgrade,
        order: Int,
        firstByte: Instant,
        at now: Instant
    ) throws(HTTP2Error) {
        try self.init(setting, at: now)
        try session.upgrade(upgrade.settings, isHead: upgrade.head.method == "HEAD")
        reader.continued(from: order, firstByte: firstByte)
        heed([.request(1, upgrade.head, isWhole: true)])
    }

    // Also while the client takes nothing: its window updates must get in, and what they may cause is
    // bounded.
    var acceptsInput: Bool { true }

    var boundsRequests: Bool { true }

    var isAnswering: Bool { sender.isAnswering }

    var isBetweenResponses: Bool { !sender.isAnswering && sender.breakUp == nil }

    func wantsToSend(at now: Instant) -> Bool { !handout.isSent || !isDrained || sender.breakUp != nil }

    func nextInstant(at now: Instant) -> Instant {
        let expiry = min(sender.next ?? timing.expiry, timing.expiry)
        guard let farewell, sender.isMaking else { return expiry }
        return min(expiry, farewell.deadline)
    }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        guard !bytes.isEmpty else {
            let patience = setting.limits.halfClosed / Self.halfClosedDivisor
            farewell = HalfCloseGrace(at: instant, patience: patience)
            // What has not come of a request never will, and a response that waits for it would never begin.
            for stream in reader.endInput() { sender.close(stream) }
            return
        }
        guard sender.breakUp == nil else { return }
        timing.now = instant
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
        timing.now = instant
        if handout.isSent {
            if let breakUp = sender.breakUp { return try carryOut(breakUp, on: transport) }
            goOnWithResponses()
            goOnWithUploads()
            makeFrames()
        }
        if !handout.isSent { return try handOver(on: transport) }
        if sender.breakUp != nil { return .goOn }
        if session.isOver || (sender.isLeaving && !sender.isAnswering) { return end(.inOrder) }
        // A client that has stopped sending waits only for the responses under way.
        if farewell != nil, !sender.isAnswering || sender.isOnlyHeld { return end(.atOnce) }
        if farewell?.isOver(at: timing.now, after: transport.sentBytes) == true, sender.isMaking {
            return end(.atOnce)
        }
        return timing.now >= timing.expiry ? expire() : .wait
    }

    func finish() {
        guard !sender.isLeaving else { return }
        sender.leave(.noError, after: session.lastStream)
        isDrained = false
    }

    func abandon() {
        reader.abandon()
        sender.abandon()
    }

    private func end(_ ending: ConnectionEnding) -> ConversationStep {
        abandon()
        return .end(ending)
    }

    // MARK: Requests

    private func heed(_ events: [HTTP2Event]) {
        for event in events {
            switch reader.heed(event) {
            case .request(let stream, let request, let exchange, let interim):
                switch setting.responder.respond(to: request) {
                case .now(let response): begin(response, to: exchange, on: stream, interim: interim)
                case .late(let late):
                    let awaited = AwaitedResponse(late, to: exchange, setting)
                    sender.await(awaited, on: stream, interim: interim)
                }
            case .refusal(let stream, let refusal, let exchange, let interim):
                begin(setting.responder.refuse(refusal), to: exchange, on: stream, interim: interim)
            case .uploaded(let stream): sender.requestEnded(on: stream)
            case .closed(let stream): sender.close(stream)
            case nil: break
            }
        }
    }

    private func begin(
        _ response: ServedResponse,
        to exchange: ServedExchange,
        on stream: HTTP2StreamID,
        interim: Int
    ) {
        if case .takeover(.tunnel(let fromClient, _, _)) = response.live {
            reader.redirect(stream, to: fromClient)
        }
        sender.begin(response, to: exchange, on: stream, interim: interim)
    }

    // MARK: Continuing

    /// Continues the streams whose instant has come, whose responses are made or have more content.
    private func goOnWithResponses() {
        // A client that waits for a response or content in the making is not idle.
        if sender.isMaking { timing.extend(from: timing.now) }
        if sender.goOnWithDue() { isDrained = false }
        for stream in sender.awaitingStreams {
            if let made = sender.takeMade(on: stream) {
                begin(made.response, to: made.exchange, on: stream, interim: made.interim)
                isDrained = false
            }
            // A 1xx head may have been sent ahead.
            if session.hasOutput { isDrained = false }
        }
        if sender.goOnWithFed() { isDrained = false }
    }

    /// Lets clients send more of their bodies, and sends 100 (Continue) for those that are asked for.
    private func goOnWithUploads() {
        for stream in reader.uploading {
            if reader.takeLeave(on: stream) { sender.giveLeave(on: stream) }
            reader.makeRoom(on: stream)
            if session.hasOutput { isDrained = false }
        }
    }

    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        sender.piece(of: stream, atMost: count)
    }

    private func makeFrames() {
        guard !isDrained, sender.breakUp == nil else { return }
        do throws(HTTP2Error) {
            handout = HTTP2OutputQueue(try session.send(about: Self.turn, from: self))
            if handout.rest.count < Self.turn { sender.noteHolds() }
        } catch {
            // Out of memory for a frame, even for one that says so.
            sender.breakUp = .reset
        }
        isDrained = handout.isSent
        heed(session.takeEvents())
    }

    // MARK: Sending

    private func handOver(on transport: borrowing Transport) throws(TransportError) -> ConversationStep {
        let rest = handout.rest
        let taken = try transport.send(rest, .memory([]), isLast: true, setting.clock)
        guard taken.count > 0 else { return timing.isIdle ? end(.discarded) : .wait }
        let instant = setting.clock.now()
        timing.extend(from: instant)
        isDrained = false
        for progress in handout.advance(taken.count) {
            took(progress, taken, at: instant, after: transport.sentBytes)
        }
        return taken.count == rest.count ? .goOn : .wait
    }

    private func carryOut(
        _ breakUp: ConnectionBreakUp,
        on transport: borrowing Transport
    ) throws(TransportError) -> ConversationStep {
        guard case .bytes(var body, let stream) = breakUp else { return end(.reset) }
        guard body.left > 0 else { return end(.brokenOff) }
        let taken = try transport.send([], body.front(atMost: Self.turn), isLast: true, setting.clock)
        guard taken.count > 0 else { return timing.isIdle ? end(.discarded) : .wait }
        body.advance(taken.count)
        sender.breakUp = .bytes(body, of: stream)
        let isLast = body.left == 0
        let progress = StreamProgress(
            stream: stream,
            kind: .data,
            count: taken.count,
            isWhole: isLast,
            isLast: isLast,
            range: 0..<taken.count
        )
        took(progress, taken, at: setting.clock.now(), after: transport.sentBytes)
        return .goOn
    }

    private func took(
        _ progress: StreamProgress,
        _ handover: Handover,
        at instant: Instant,
        after sentBytes: Int
    ) {
        guard let response = sender.took(progress, handover, at: instant, after: sentBytes) else { return }
        reader.drop(progress.stream)
        sender.end(with: response)
    }

    /// The client was idle too long, or its head is late: sends GOAWAY, and the connection ends.
    private func expire() -> ConversationStep {
        guard session.wantsInput else { return end(.atOnce) }
        session.end(timing.isIdle ? .noError : .enhanceYourCalm)
        timing.restart()
        isDrained = false
        return .goOn
    }
}
