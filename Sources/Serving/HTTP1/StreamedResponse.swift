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
    var ending: ResponseEnding { bytes.isWhole ? .whole : .close(.message(bytes.sent)) }

    var sentBytes: Int { bytes.sent }

    /// The time of the next content is unknown, and a client that waits for it is not idle.
    func next(at now: Instant) -> Instant? {
        if now < start { return start }
        return bytes.wantsContent && bytes.front.text.isEmpty && !content.hasContent ? now + patience : nil
    }

    func send(
        on transport: borrowing Transport,
        at now: Instant,
        _ clock: RunClock
    ) throws(TransportError) -> SendingProgress {
        guard now >= start else { return .early }
        if bytes.wantsContent { takeContent() }
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

    private func takeContent() {
        switch content.take(atMost: min(bytes.room, OutgoingResponse.turn)) {
        case .bytes(let piece, let isLast):
            bytes.add(piece)
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
