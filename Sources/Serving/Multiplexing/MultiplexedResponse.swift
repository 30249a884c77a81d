import HTTP
import HTTP2
import Wire

/// A response on its way over one stream, and the record of its exchange. It reads no clock; its caller
/// passes the instant.
final class MultiplexedResponse {
    /// Content that may be made into frames.
    enum Supply: Equatable {
        case content(ServedBody.Piece, isLast: Bool)
        case trailers(HTTPFields)
        /// Nothing before that instant.
        case wait(until: Instant)
        /// Nothing before more of its content is made.
        case starved
        /// Nothing more: its content broke off.
        case brokenOff
        /// Nothing more: its course ends it here.
        case stop
    }

    var exchange: ServedExchange
    let plan: MultiplexedResponsePlan
    let ending: ResponseEnding
    /// The final head is made into a frame.
    var hasHead = false
    /// The stream's last frame is made, or is about to be.
    var isEnded = false
    /// It stalls, or ends with the connection: nothing waits for it.
    var isStalled = false
    private var holds = HoldTrack()
    /// Replaces the plan's body.
    private let stream: BodyStream?
    /// Bytes of `stream` that may still come; nil if the head states no length.
    private var streamLeft: Int?
    /// Bytes of `stream` taken.
    private var streamed = 0
    /// `stream` has ended.
    private var isDrained = false
    /// Paces `stream`, from the head on.
    private var pace: Outflow?
    private let course: ResponseCourse
    private var body: BodyCursor
    private var outflow: Outflow
    /// 1xx heads that the kernel has not taken yet.
    private var interimLeft: Int
    /// When a slow close ends the stream.
    private var slowEnd: Instant?

    /// `interim` counts the 1xx heads that go before it, 100 (Continue) included.
    init(
        _ response: ServedResponse,
        to exchange: ServedExchange,
        interim: Int,
        dates: DateText = DateText()
    ) {
        plan = MultiplexedResponsePlan(response, to: exchange.request, dates: dates)
        ending = response.course.ending
        course = response.course
        stream = Self.stream(of: response, to: exchange.request)
        streamLeft = response.head.fields["Content-Length"].flatMap { Int($0) }
        body = BodyCursor(plan.body)
        let due = exchange.requestLastByte + response.course.delay
        outflow = Outflow(response.course, of: plan.body.count, from: due)
        interimLeft = interim
        self.exchange = exchange
        self.exchange.status = response.head.status
    }

    var start: Instant { outflow.start }

    /// Whether anything follows the head.
    var hasBody: Bool { stream != nil || plan.body.count > 0 || !plan.trailers.isEmpty || slowClose != nil }

    /// Takes what may be sent by now, at most `count` bytes; it counts as sent.
    func supply(atMost count: Int, at now: Instant) -> Supply {
        if let stream { return supply(of: stream, atMost: count, at: now) }
        let open = min(outflow.allowance(at: now), limit) - body.taken
        if open > 0 {
            let piece = body.front(atMost: min(count, open))
            body.advance(piece.count)
            let isLast = body.left == 0 && plan.trailers.isEmpty && slowClose == nil
            return .content(piece, isLast: isLast)
        }
        if body.left > 0 { return body.taken == limit ? .stop : .wait(until: outflow.next ?? now) }
        if let end = slowEnd(at: now) { return .wait(until: end) }
        return plan.trailers.isEmpty ? .content(.memory([]), isLast: true) : .trailers(plan.trailers)
    }

    /// The kernel took bytes of the stream, and had them at `now`.
    func took(_ progress: StreamProgress, _ handover: Handover, at now: Instant) {
        if progress.kind == .fields, interimLeft > 0 {
            if progress.isWhole { interimLeft -= 1 }
            return
        }
        switch progress.kind {
        // Trailers are not counted.
        case .fields where exchange.bodyBytes == 0: exchange.headerBytes += progress.count
        case .data: exchange.bodyBytes += progress.count
        case .fields: break
        case .reset: return
        }
        exchange.places.add(progress.range, of: handover.places)
        if exchange.responseFirstByte == nil { exchange.responseFirstByte = handover.began }
        if progress.isWhole, progress.isLast { exchange.responseLastByte = now }
    }

    /// The client's window lets nothing more go.
    func hold(_ window: HTTP2ClosedWindow, at now: Instant) { holds.begin(window, at: now) }

    /// Something goes again, or never will.
    func release(at now: Instant) {
        holds.end(at: now)
        exchange.holds = holds.holds
    }

    /// More of its content, or its end, is available.
    var isFed: Bool { stream?.hasContent ?? false }

    /// Takes no more content.
    func abandon() {
        stream?.abandon()
    }

    /// When a slow close ends the stream, if it is not over.
    private func slowEnd(at now: Instant) -> Instant? {
        guard let slowClose else { return nil }
        let end = slowEnd ?? now + slowClose
        slowEnd = end
        return now < end ? end : nil
    }

    private func supply(of stream: BodyStream, atMost count: Int, at now: Instant) -> Supply {
        // Content longer than the stated length is cut there.
        if streamLeft == 0 || isDrained {
            if let end = slowEnd(at: now) { return .wait(until: end) }
            return .content(.memory([]), isLast: true)
        }
        let limit = ending.contentLimit ?? .max
        guard streamed < limit else { return .stop }
        if course.isPaced, pace == nil { pace = Outflow(course, of: .max, from: now) }
        let open = pace?.allowance(at: now) ?? .max
        guard open > streamed else { return .wait(until: pace?.next ?? now) }
        let most = min(count, streamLeft ?? count, limit - streamed, open - streamed)
        switch stream.take(atMost: most) {
        case .bytes(let bytes, let isLast):
            streamed += bytes.count
            streamLeft = streamLeft.map { $0 - bytes.count }
            if isLast, let streamLeft, streamLeft > 0 { return .content(.memory(bytes), isLast: false) }
            let isEnd = isLast || streamLeft == 0
            if isEnd { isDrained = true }
            return .content(.memory(bytes), isLast: isEnd && slowClose == nil)
        case .end(let trailers):
            guard (streamLeft ?? 0) == 0 else { return .brokenOff }
            if trailers.isEmpty {
                isDrained = true
                return supply(of: stream, atMost: count, at: now)
            }
            return .trailers(trailers)
        case .brokenOff: return .brokenOff
        case .nothing: return .starved
        }
    }

    /// nil if the content is known or none is sent.
    private static func stream(of response: ServedResponse, to request: HTTPRequestHead?) -> BodyStream? {
        let stream: BodyStream
        switch response.live {
        case .stream(let content): stream = content
        case .takeover(.tunnel(_, let toClient, _)): stream = toClient
        case .takeover(.encryption), .takeover(.requests), nil: return nil
        }
        if response.head.allowsContent, request?.method != "HEAD" { return stream }
        stream.abandon()
        return nil
    }

    private var limit: Int {
        if case .content(let count) = plan.stop { count } else { plan.body.count }
    }

    private var slowClose: Nanoseconds? {
        if case .slowClose(let time) = ending { time } else { nil }
    }
}
