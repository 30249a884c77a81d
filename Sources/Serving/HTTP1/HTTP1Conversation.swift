import HTTP
import LinuxIO
import Wire

/// HTTP/1 on one connection: reads requests, asks for responses, and writes them in order.
final class HTTP1Conversation: Conversation {
    /// Pipelined bytes that are taken in while a response is under way.
    private static let bufferLimit = 65_536

    private let setting: ConversationSetting
    private var parser: HTTP1RequestParser
    private var arrivals = ArrivalTimes()
    /// Where in the stream the latest event ended.
    private var parsed = 0
    private var order = 0
    private var inputEnded = false
    /// When the client has stood still for too long, or its request's head has taken too long.
    private var deadline: Instant
    private var hasHeadBegun = false
    /// No request is taken any more.
    private var isFinishing = false
    private var request: IncomingRequest?
    /// What goes before any response: the leave to send a body.
    private var notes: ArraySlice<UInt8> = []
    private var response: OutgoingResponse?
    /// All was sent that will be, and the connection waits to be ended.
    private var rest: (until: Instant, ending: ConnectionEnding)?

    init(_ setting: ConversationSetting, at now: Instant) {
        self.setting = setting
        parser = HTTP1RequestParser(.strict, limits: setting.limits.heads)
        deadline = now + setting.limits.idle
    }

    var takesInput: Bool { rest != nil || unparsed < Self.bufferLimit }

    /// Bytes that came and belong to no event yet.
    private var unparsed: Int { arrivals.end - parsed }

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
            inputEnded = true
            return
        }
        guard rest == nil else { return }
        if request == nil, response == nil, !hasHeadBegun { beginHead(at: instant) }
        arrivals.note(bytes.count, at: instant)
        parser.receive(bytes)
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
            if rest.ending == .brokenOff, inputEnded { return .end(.atOnce) }
            return now >= rest.until ? .end(rest.ending) : .wait
        }
        if !notes.isEmpty {
            notes = notes.dropFirst(try transport.send(notes, .memory([]), isLast: true, setting.clock).count)
            if notes.isEmpty { return .goOn }
        } else if response != nil || readRequest(at: now) {
            return response == nil ? .goOn : try write(on: transport, at: now)
        } else if inputEnded {
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
        if unparsed > 0 { beginHead(at: now) }
    }

    /// True where something came of it.
    private func readRequest(at now: Instant) -> Bool {
        do throws(HTTP1Error) {
            while let event = try parser.next() {
                switch event {
                case .head(let head, let range):
                    parsed = range.upperBound
                    if begin(head, at: range, now) { return true }
                case .body(let content, let range):
                    parsed = range.upperBound
                    deadline = now + setting.limits.idle
                    arrivals.forget(before: range.upperBound)
                    if let refusal = request?.add(content) {
                        refuse(refusal, now)
                        return true
                    }
                case .end(let end):
                    parsed = max(parsed, end.body.upperBound)
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
        let firstByte = arrivals.instant(of: range.lowerBound) ?? setting.accepted
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
        } else if incoming.asksLeave, unparsed == 0 {
            notes = HTTPResponseHead.goOn.serialised()[...]
        } else {
            return false
        }
        return true
    }

    private func expire(at now: Instant) -> ConversationStep {
        guard request != nil || hasHeadBegun else { return .end(.atOnce) }
        refuse(.late, now)
        return .goOn
    }

    // MARK: Answering

    private func answer(upTo end: Int, _ trailers: HTTPFields, isFinal: Bool = false, _ now: Instant) {
        guard let request else { return }
        let last = max(end, request.range.upperBound)
        let exchange = exchange(
            request.head,
            firstByte: request.firstByte,
            lastByte: arrivals.instant(of: last - 1) ?? request.firstByte
        )
        self.request = nil
        arrivals.forget(before: last)
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
        let latest = arrivals.instant(of: .max) ?? setting.accepted
        let firstByte = request?.firstByte ?? offset.flatMap { arrivals.instant(of: $0) } ?? latest
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
        let before = response?.sentBytes
        let progress = try response?.send(on: transport, at: now, setting.clock)
        if response?.sentBytes != before { deadline = now + setting.limits.idle }
        switch progress {
        case .moved: return .goOn
        case .early:
            deadline = (response?.next(at: now) ?? now) + setting.limits.idle
            return .wait
        case .blocked: return now >= deadline ? .end(.discarded) : .wait
        case .sent, nil: return finish()
        }
    }

    private func finish() -> ConversationStep {
        guard let response = response.take() else { return .goOn }
        setting.responder.ended(response.exchange)
        let now = response.exchange.responseLastByte ?? setting.clock.now()
        switch response.ending {
        case .whole:
            if response.isFinal || isFinishing { return .end(.inOrder) }
            awaitRequest(at: now)
            if unparsed == 0, !inputEnded { return .wait }
        case .slowClose(let time): rest = (now + time, .inOrder)
        case .stall(_, let most): rest = (now + (most ?? setting.limits.stall), .brokenOff)
        case .close: return .end(.brokenOff)
        case .reset, .goAway, .streamReset: return .end(.reset)
        }
        return .goOn
    }
}
