import HTTP
import HTTP2
import LinuxIO
import Wire

/// HTTP/1 on one connection: reads requests, asks for responses, and writes them in order.
final class HTTP1Conversation: Conversation {
    /// Pipelined bytes that are taken in while a response is under way.
    private static let bufferLimit = 65_536

    private let setting: ConversationSetting
    private var stream: RequestStream
    private var order = 0
    /// When the client has stood still for too long, or its request's head has taken too long.
    private var deadline: Instant
    private var hasHeadBegun = false
    /// No request is taken any more.
    private var isFinishing = false
    private var request: IncomingRequest?
    /// What goes before any response: the leave to send a body, or to go on with HTTP/2.
    private var notes: ArraySlice<UInt8> = []
    /// The connection is HTTP/2's once the notes are out and the client goes on.
    private var upgrade: HTTP2Upgrade?
    private var response: OutgoingResponse?
    /// All was sent that will be, and the connection waits to be ended.
    private var rest: (until: Instant, ending: ConnectionEnding)?

    init(_ setting: ConversationSetting, at now: Instant) {
        self.setting = setting
        stream = RequestStream(setting.limits.heads)
        deadline = now + setting.limits.idle
    }

    var takesInput: Bool { rest != nil || stream.unparsed < Self.bufferLimit }

    var isBetweenResponses: Bool { response == nil && rest?.ending != .brokenOff }

    func wantsToSend(at now: Instant) -> Bool {
        if !notes.isEmpty { return true }
        guard let response else { return false }
        return response.next(at: now) == nil
    }

    func nextInstant(at now: Instant) -> Instant {
        rest?.until ?? response?.next(at: now) ?? deadline
    }

    func receive(_ bytes: [UInt8], at instant: Instant) {
        guard !bytes.isEmpty else {
            stream.isOver = true
            return
        }
        guard rest == nil else { return }
        if request == nil, response == nil, !hasHeadBegun { beginHead(at: instant) }
        stream.receive(bytes, at: instant)
    }

    func finish() {
        isFinishing = true
    }

    func abandon() {
        if let response { setting.responder.ended(response.abandoned) }
    }

    func step(on transport: borrowing Transport) throws(TransportError) -> ConversationStep {
        let now = setting.clock.now()
        if let rest {
            // Who hung up does not wait for the end of a stall.
            if rest.ending == .brokenOff, stream.isOver { return .end(.atOnce) }
            return now >= rest.until ? .end(rest.ending) : .wait
        }
        if !notes.isEmpty {
            notes = notes.dropFirst(try transport.send(notes, .memory([]), isLast: true, setting.clock).count)
            if notes.isEmpty { return .goOn }
        } else if let upgrade {
            // curl fails where much follows the leave at once.
            if stream.unparsed > 0 || stream.isOver || isFinishing { return become(by: upgrade, at: now) }
            return now >= deadline ? .end(.atOnce) : .wait
        } else if response != nil || readRequest(at: now) {
            return response == nil ? .goOn : try write(on: transport, at: now)
        } else if stream.isOver {
            return .end(.atOnce)
        } else if isFinishing, request == nil, !hasHeadBegun {
            return .end(.inOrder)
        }
        return now >= deadline ? expire(at: now) : .wait
    }

    // MARK: Reading

    private func beginHead(at instant: Instant) {
        hasHeadBegun = true
        deadline = instant + setting.limits.head
    }

    private func awaitRequest(at now: Instant) {
        deadline = now + setting.limits.idle
        hasHeadBegun = false
        if stream.unparsed > 0 { beginHead(at: now) }
    }

    /// True where something came of it.
    private func readRequest(at now: Instant) -> Bool {
        do throws(HTTP1Error) {
            while let event = try stream.next() {
                switch event {
                case .head(let head, let range):
                    if begin(head, at: range, now) { return true }
                case .body(let content, _):
                    deadline = now + setting.limits.idle
                    if let refusal = add(content) {
                        refuse(refusal, now)
                        return true
                    }
                case .end(let end):
                    answer(upTo: end.body.upperBound, end.trailers, now)
                    return true
                }
            }
            return false
        } catch {
            refuse(.malformed(error), at: error.offset, now)
            return true
        }
    }

    /// True where there is something to say before the body.
    private func begin(_ head: HTTPRequestHead, at range: Range<Int>, _ now: Instant) -> Bool {
        hasHeadBegun = false
        deadline = now + setting.limits.idle
        let firstByte = stream.instant(of: range.lowerBound) ?? setting.accepted
        let incoming = IncomingRequest(
            head,
            at: range,
            firstByte: firstByte,
            setting.responder,
            setting.limits
        )
        request = incoming
        if let refusal = incoming.refusal {
            refuse(refusal, now)
        } else if incoming.reception == .decline {
            answer(upTo: range.upperBound, HTTPFields(), isFinal: true, now)
        } else if incoming.asksLeave, stream.unparsed == 0 {
            notes = HTTPResponseHead.goOn.serialised()[...]
        } else if let upgrade = upgrade(by: incoming) {
            notes = HTTP2Upgrade.answer.serialised()[...]
            self.upgrade = upgrade
        } else {
            return false
        }
        return true
    }

    /// Takes in a piece of the request's body; answers why the request is refused for it.
    private func add(_ content: ArraySlice<UInt8>) -> RequestRefusal? {
        // Out of its place meanwhile, or its bytes would be copied for every piece.
        var incoming = request.take()
        defer { request = incoming }
        return incoming?.add(content)
    }

    private func upgrade(by incoming: IncomingRequest) -> HTTP2Upgrade? {
        let mayBe = !setting.isEncrypted && setting.protocols.contains(.http2) && !isFinishing
        guard mayBe, !incoming.hasBody, incoming.head.version >= .http11 else { return nil }
        return HTTP2Upgrade(incoming.head)
    }

    private func become(by upgrade: HTTP2Upgrade, at now: Instant) -> ConversationStep {
        do throws(HTTP2Error) {
            let next = try HTTP2Conversation(
                setting,
                after: upgrade,
                order: order,
                firstByte: request?.firstByte ?? now,
                at: now
            )
            if !stream.rest.isEmpty { next.receive(stream.rest, at: stream.instant(of: .max) ?? now) }
            if stream.isOver { next.receive([], at: now) }
            if isFinishing { next.finish() }
            return .become(next)
        } catch {
            // Its settings are none, and HTTP/1 is over.
            return .end(.atOnce)
        }
    }

    private func expire(at now: Instant) -> ConversationStep {
        guard request != nil || hasHeadBegun else { return .end(.atOnce) }
        refuse(.late, now)
        return .goOn
    }

    // MARK: Answering

    private func answer(upTo end: Int, _ trailers: HTTPFields, isFinal: Bool = false, _ now: Instant) {
        guard let request = request.take() else { return }
        let exchange = exchange(
            request.head,
            firstByte: request.firstByte,
            lastByte: stream.takeInstant(endingAt: max(end, request.range.upperBound)) ?? request.firstByte
        )
        let served = ServedRequest(
            head: request.head,
            body: request.body,
            bodyBytes: request.bodyBytes,
            trailers: trailers,
            client: setting.client,
            isEncrypted: setting.isEncrypted
        )
        let response = setting.responder.respond(to: served)
        let isLast = isFinal || isFinishing || !request.head.wantsPersistence
        begin(OutgoingResponse(response, to: exchange, isFinal: isLast), now)
    }

    /// `offset` is where in the stream the client went wrong.
    private func refuse(_ refusal: RequestRefusal, at offset: Int? = nil, _ now: Instant) {
        let latest = stream.instant(of: .max) ?? setting.accepted
        let firstByte = request?.firstByte ?? offset.flatMap { stream.instant(of: $0) } ?? latest
        let exchange = exchange(request?.head, firstByte: firstByte, lastByte: latest)
        request = nil
        begin(OutgoingResponse(setting.responder.refuse(refusal), to: exchange, isFinal: true), now)
    }

    private func exchange(
        _ request: HTTPRequestHead?,
        firstByte: Instant,
        lastByte: Instant
    ) -> ServedExchange {
        defer { order += 1 }
        return ServedExchange(
            client: setting.client,
            order: order,
            request: request,
            status: 0,
            accepted: setting.accepted,
            requestFirstByte: firstByte,
            requestLastByte: lastByte
        )
    }

    private func begin(_ response: OutgoingResponse, _ now: Instant) {
        deadline = (response.next(at: now) ?? now) + setting.limits.idle
        self.response = response
    }

    private func write(
        on transport: borrowing Transport,
        at now: Instant
    ) throws(TransportError) -> ConversationStep {
        guard let response else { return .goOn }
        let before = response.sentBytes
        let progress = try response.send(on: transport, at: now, setting.clock)
        if response.sentBytes != before { deadline = now + setting.limits.idle }
        switch progress {
        case .moved: return .goOn
        case .early:
            deadline = (response.next(at: now) ?? now) + setting.limits.idle
            return .wait
        case .blocked: return now >= deadline ? .end(.discarded) : .wait
        case .sent: return finish(response)
        }
    }

    private func finish(_ response: OutgoingResponse) -> ConversationStep {
        self.response = nil
        setting.responder.ended(response.exchange)
        let now = response.exchange.responseLastByte ?? setting.clock.now()
        switch response.ending {
        case .whole:
            if response.isFinal || isFinishing { return .end(.inOrder) }
            awaitRequest(at: now)
            if stream.unparsed == 0, !stream.isOver { return .wait }
        case .slowClose(let time): rest = (now + time, .inOrder)
        case .stall(_, let most): rest = (now + (most ?? setting.limits.stall), .brokenOff)
        case .close: return .end(.brokenOff)
        case .reset, .goAway, .streamReset: return .end(.reset)
        }
        return .goOn
    }
}
