import HTTP
import LinuxIO
import Wire

/// A response over HTTP/1 whose content is made while it is sent, and the record of its exchange. It belongs
/// to the loop's thread.
final class StreamedResponse: OutgoingMessage {
    var exchange: ServedExchange
    let isFinal: Bool
    private let content: BodyStream
    private let patience: Nanoseconds
    /// When the head may be sent.
    private let start: Instant
    private var bytes: HTTP1StreamedBytes
    private let course: ResponseCourse
    /// Bytes of content that were laid out.
    private var taken = 0
    /// The course ends the response before its content does.
    private var isStopped = false
    /// Paces the content, from the head on; nil if nothing does, or before the head.
    private var outflow: Outflow?

    init(
        _ response: ServedResponse,
        _ content: BodyStream,
        to exchange: ServedExchange,
        isFinal: Bool,
        _ setting: ConversationSetting
    ) {
        let plan = HTTP1ResponsePlan(
            response,
            to: exchange.request,
            isFinal: isFinal,
            dates: setting.writer.dates
        )
        self.isFinal = plan.isFinal
        self.exchange = exchange
        self.exchange.status = response.head.status
        self.content = content
        start = exchange.requestLastByte + response.course.delay
        patience = setting.limits.idle
        course = response.course
        bytes = HTTP1StreamedBytes(head: plan.head, Self.framing(response, plan))
        if plan.hasContent {
            content.onContent(setting.wakeUp)
        } else {
            content.abandon()
        }
    }

    private static func framing(
        _ response: ServedResponse,
        _ plan: HTTP1ResponsePlan
    ) -> HTTP1StreamedBytes.Framing {
        guard plan.hasContent else { return .none }
        if case .chunked = plan.framing { return .chunked }
        guard case .length = response.framing,
            let length = response.head.fields["Content-Length"].flatMap({ Int($0) })
        else { return .untilClose }
        return .length(length)
    }

    /// Content that broke off must not appear complete.
    var ending: ResponseEnding {
        if isStopped { return course.ending }
        guard bytes.isWhole else { return .close(.message(bytes.sent)) }
        if case .slowClose = course.ending { return course.ending }
        return .whole
    }

    var sentBytes: Int { bytes.sent }

    /// The time of the next content is unknown, and a client that waits for it is not idle.
    func next(at now: Instant) -> Instant? {
        if now < start { return start }
        if bytes.wantsContent, taken >= limit { return nil }
        if let outflow, bytes.wantsContent, bytes.front.text.isEmpty, taken >= outflow.open,
            let next = outflow.next, now < next
        {
            return next
        }
        return isStarved(at: now) ? now + patience : nil
    }

    func isStarved(at now: Instant) -> Bool {
        now >= start && bytes.wantsContent && bytes.front.text.isEmpty && !content.hasContent
    }

    func send(
        on transport: borrowing Transport,
        at now: Instant,
        _ clock: RunClock
    ) throws(TransportError) -> SendingProgress {
        guard now >= start else { return .early }
        if course.isPaced, outflow == nil { outflow = Outflow(course, of: .max, from: now) }
        if bytes.wantsContent { takeContent(at: now) }
        let (text, content) = bytes.front
        let offered = text.count + content.count
        if offered > 0 {
            let isLast = bytes.endsWithFront(hasMore: self.content.hasContent)
            let taken = try transport.send(text, .memory(content), isLast: isLast, clock)
            guard taken.count > 0 else { return .blocked }
            if exchange.responseFirstByte == nil { exchange.responseFirstByte = taken.began }
            bytes.advance(taken.count)
            if !bytes.isSent { return taken.count == offered ? .moved : .blocked }
        }
        guard bytes.isSent else { return .early }
        finish(clock)
        return .sent
    }

    func abandon() -> ServedExchange {
        content.abandon()
        var exchange = exchange
        exchange.headerBytes = min(bytes.sent, bytes.headBytes)
        exchange.bodyBytes = bytes.contentSent
        return exchange
    }

    /// Bytes of content that may be laid out.
    private var limit: Int { course.ending.contentLimit ?? .max }

    private func takeContent(at now: Instant) {
        guard taken < limit else {
            isStopped = true
            return bytes.breakOff()
        }
        let open = outflow?.allowance(at: now) ?? .max
        guard open > taken else { return }
        let most = min(bytes.room, OutgoingResponse.turn, limit - taken, open - taken)
        switch content.take(atMost: most) {
        case .bytes(let piece, let isLast):
            bytes.add(piece)
            taken += piece.count
            if isLast { bytes.end(trailers: HTTPFields()) }
        case .end(let trailers): bytes.end(trailers: trailers)
        case .brokenOff: bytes.breakOff()
        case .nothing: break
        }
    }

    private func finish(_ clock: RunClock) {
        exchange = abandon()
        if bytes.isWhole { exchange.responseLastByte = clock.now() }
    }
}
