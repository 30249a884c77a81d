import HTTP
import HTTP2
import LinuxIO
import Wire

/// HTTP/1 on one connection: reads requests, asks for responses, and writes them in order.
final class HTTP1Conversation: Conversation {
    private let setting: ConversationSetting
    // Safety: only the loop's thread uses them, and none of their calls re-enters. Checked, each access would
    // be verified, ten times per request.
    @exclusivity(unchecked) private var reader: HTTP1RequestReader
    @exclusivity(unchecked) private var sender: HTTP1ResponseSender
    /// The connection becomes HTTP/2 once the client continues.
    private var upgrade: HTTP2Upgrade?
    /// Number of requests answered or about to be.
    private var order = 0
    /// When the client has been idle too long, or its request's head has taken too long.
    private var deadline: Instant
    /// Once the client has ended its side.
    private var farewell: HalfCloseGrace?
    /// No further request is taken.
    private var isFinishing = false

    init(_ setting: ConversationSetting, at now: Instant) {
        self.setting = setting
        reader = HTTP1RequestReader(setting)
        sender = HTTP1ResponseSender(setting)
        deadline = now + setting.limits.idle
    }

    var acceptsInput: Bool { sender.rest != nil || reader.hasBufferRoom }

    var isAnswering: Bool { !sender.isIdle }

    var isBetweenResponses: Bool { sender.isIdle && sender.rest?.ending != .brokenOff }

    func wantsToSend(at now: Instant) -> Bool { sender.wantsToSend(at: now) }

    func nextInstant(at now: Instant) -> Instant {
        let next = usualInstant(at: now)
        guard let farewell, sender.isMaking(at: now) else { return next }
        return min(next, farewell.deadline)
    }

    private func usualInstant(at now: Instant) -> Instant {
        // A client that waits for a response in the making is not idle, unless its body is missing.
        if sender.isAwaiting, !reader.owesMore { return now + setting.limits.idle }
        return sender.next(at: now) ?? deadline
    }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        guard !bytes.isEmpty else {
            farewell = HalfCloseGrace(at: instant, patience: setting.limits.halfClosed)
            return reader.end()
        }
        guard sender.rest == nil else { return }
        reader.receive(bytes, at: instant, isExpecting: sender.isIdle, &deadline)
    }

    func finish() {
        isFinishing = true
    }

    func abandon() {
        reader.breakOffUpload()
        sender.abandon()
    }

    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        if farewell?.isOver(at: now, after: transport.sentBytes) == true, sender.isMaking(at: now) {
            return .end(.atOnce)
        }
        if let rest = sender.rest {
            // A client that hung up does not wait for the end of a stall.
            if rest.ending == .brokenOff, reader.isOver { return .end(.atOnce) }
            return now >= rest.until ? .end(rest.ending) : .wait
        }
        if reader.upload != nil, let step = goOnUploading(at: now) { return step }
        if sender.isAwaiting {
            let isMade = sender.beginAwaited(isFinal: isFinishing || expectsContinue, at: now, &deadline)
            if sender.isHeld, reader.isOver { return .end(.atOnce) }
            if !isMade, !sender.hasNotes { return reader.owesMore ? waitForClient(at: now) : .wait }
        }
        if sender.hasNotes {
            return try sender.sendNotes(on: transport) ? .goOn : waitForClient(at: now)
        }
        if let takeover = sender.takeover {
            reader.handRest(to: takeover, at: setting.accepted)
            return .become(takeover)
        }
        if let upgrade {
            // curl fails if much follows the 101 at once.
            if reader.hasUnparsed || reader.isOver || isFinishing { return become(by: upgrade, at: now) }
            return now >= deadline ? .end(.atOnce) : .wait
        }
        return sender.isIdle ? try read(on: transport, at: &now) : try send(on: transport, at: &now)
    }

    // MARK: Requests

    private func read(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        switch reader.read(at: now, mayUpgrade: !isFinishing, &deadline) {
        case .request(let incoming, let lastByte, let trailers):
            return try answer(incoming, lastByte: lastByte, trailers, on: transport, at: &now)
        case .refusal(let refusal, let offset):
            refuse(refusal, at: offset, now)
            return try send(on: transport, at: &now)
        case .leave: sender.inform(.goOn)
        case .upgrade(let upgrade):
            sender.inform(HTTP2Upgrade.answer)
            self.upgrade = upgrade
        case .nothing where reader.isOver: return .end(.atOnce)
        case .nothing where isFinishing && reader.isIdle: return .end(.inOrder)
        case .nothing: return waitForClient(at: now)
        }
        return .goOn
    }

    /// Takes available bytes of a body that is answered meanwhile. nil if the connection continues as it
    /// would without them.
    private func goOnUploading(at now: Instant) -> ConversationStep? {
        if reader.takeLeave(), sender.mayInform { sender.inform(.goOn) }
        do throws(HTTP1Error) {
            if let lastByte = try reader.readUpload(at: now, &deadline) { sender.requestEnded(at: lastByte) }
        } catch {
            guard sender.isAwaiting else { return .end(.brokenOff) }
            refuse(.malformed(error), at: error.offset, now)
            return .goOn
        }
        guard let upload = reader.upload else {
            if sender.isIdle { reader.awaitRequest(at: now, &deadline) }
            return nil
        }
        if reader.isOver, upload.hasRoom { return .end(.atOnce) }
        guard sender.isIdle, sender.takeover == nil else { return nil }
        // It is answered already, and nobody wants the rest.
        if upload.dropped > setting.limits.droppedBody { return .end(.inOrder) }
        return now >= deadline ? .end(.atOnce) : .wait
    }

    /// The client still waits for 100 (Continue). If it gets an answer instead, it may conclude that its body
    /// is not wanted, or send it anyway.
    private var expectsContinue: Bool { reader.upload?.expectsContinue ?? false }

    private func waitForClient(at now: Instant) -> ConversationStep {
        guard now >= deadline else { return .wait }
        guard reader.owesMore else { return .end(.atOnce) }
        refuse(.late, now)
        return .goOn
    }

    // MARK: Responses

    private func answer(
        _ incoming: IncomingRequest,
        lastByte: Instant,
        _ trailers: HTTPFields,
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        let request = setting.request(incoming, trailers, order: order, stream: reader.upload?.body)
        let answer = setting.responder.respond(to: request)
        let exchange = exchange(incoming.head, firstByte: incoming.firstByte, lastByte: lastByte)
        let isFinal = incoming.reception == .decline || isFinishing || !incoming.head.wantsPersistence
        let response: ServedResponse
        switch answer {
        case .now(let made): response = made
        case .late(let late):
            sender.await(AwaitedResponse(late, to: exchange, setting), isFinal: isFinal)
            // 1xx heads or the body's first bytes may be available already.
            return .goOn
        }
        if !isFinal, let lines = response.usualLines(for: incoming.head) {
            return try sender.send(response, lines, to: exchange, on: transport, at: &now, &deadline)
                ?? goOn(at: now)
        }
        sender.begin(response, to: exchange, isFinal: isFinal || expectsContinue, at: now, &deadline)
        return sender.hasNotes ? .goOn : try send(on: transport, at: &now)
    }

    /// `offset` is the stream offset of the client's error.
    private func refuse(_ refusal: RequestRefusal, at offset: Int? = nil, _ now: Instant) {
        let refused: ServedExchange
        if let awaited = sender.takeAwaited() {
            // The missing body will not come, so the client gets the refusal instead of an answer.
            reader.breakOffUpload()
            refused = awaited
        } else {
            let request = reader.giveUp(at: offset)
            refused = exchange(request.head, firstByte: request.firstByte, lastByte: request.lastByte)
        }
        sender.begin(setting.responder.refuse(refusal), to: refused, isFinal: true, at: now, &deadline)
    }

    private func exchange(
        _ request: HTTPRequestHead?,
        firstByte: Instant,
        lastByte: Instant
    ) -> ServedExchange {
        defer { order += 1 }
        return setting.exchange(order: order, request, firstByte: firstByte, lastByte: lastByte)
    }

    private func send(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        try sender.send(on: transport, at: &now, &deadline) ?? goOn(at: now)
    }

    /// A response is sent. The next request or the rest of this one's body may be available already.
    private func goOn(at now: Instant) -> ConversationStep {
        if isFinishing { return .end(.inOrder) }
        if let upload = reader.upload {
            upload.body.abandon()
            return .goOn
        }
        reader.awaitRequest(at: now, &deadline)
        return reader.hasUnparsed || reader.isOver ? .goOn : .wait
    }

    private func become(by upgrade: HTTP2Upgrade, at now: Instant) -> ConversationStep {
        do throws(HTTP2Error) {
            let next = try HTTP2Conversation(
                setting,
                after: upgrade,
                order: order,
                firstByte: reader.requestFirstByte ?? now,
                at: now
            )
            reader.handRest(to: next, at: now)
            if isFinishing { next.finish() }
            return .become(next)
        } catch {
            // Its settings are invalid, and HTTP/1 is over.
            return .end(.atOnce)
        }
    }
}
