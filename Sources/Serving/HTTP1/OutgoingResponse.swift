import HTTP
import LinuxIO
import Wire

/// A response of known content, sent over HTTP/1 according to its course.
///
/// A class, because it is large and is handed on for every request.
final class OutgoingResponse: OutgoingMessage {
    /// Maximum bytes handed over in one call, so that one fast client does not hold up the others.
    static let turn = 1 << 20

    var exchange: ServedExchange
    let isFinal: Bool
    let ending: ResponseEnding
    /// Interim heads that the kernel has not taken yet. They are sent at once.
    private var interim: ArraySlice<UInt8>
    private var bytes: HTTP1ResponseBytes
    private var outflow: Outflow
    private(set) var isSent = false

    init(_ response: ServedResponse, to exchange: ServedExchange, isFinal: Bool, _ dates: DateText) {
        let plan = HTTP1ResponsePlan(response, to: exchange.request, isFinal: isFinal, dates: dates)
        var exchange = exchange
        self.isFinal = plan.isFinal
        ending = response.course.ending
        interim =
            exchange.knowsInterimHeads && !response.interim.isEmpty
            ? response.interim.flatMap { $0.serialised() }[...] : []
        bytes = HTTP1ResponseBytes(plan, endingAt: ending.mark)
        let due = exchange.requestLastByte + response.course.delay
        outflow = Outflow(response.course, of: plan.body.count, from: due)
        exchange.status = response.head.status
        exchange.headerBytes = plan.head.count
        exchange.bodyBytes = plan.body.count
        self.exchange = exchange
    }

    var sentBytes: Int { bytes.sent }

    /// The kernel has taken some of the bytes already, but not all.
    func begin(with taken: Handover) {
        guard taken.count > 0 else { return }
        exchange.responseFirstByte = taken.began
        bytes.advance(taken.count)
    }

    func next(at now: Instant) -> Instant? {
        guard interim.isEmpty, !isSent else { return nil }
        if now < outflow.start { return outflow.start }
        guard bytes.hasSentAll(of: outflow.open), let next = outflow.next, now < next else { return nil }
        return next
    }

    func send(
        on transport: borrowing Transport,
        at now: Instant,
        _ clock: RunClock
    ) throws(TransportError) -> SendingProgress {
        if !interim.isEmpty {
            let taken = try transport.send(interim, .memory([]), isLast: true, clock)
            interim = interim.dropFirst(taken.count)
            return taken.count > 0 ? .moved : .blocked
        }
        guard now >= outflow.start else { return .early }
        if bytes.isSent { return finish(clock) }
        let open = outflow.allowance(at: now) - bytes.contentSent
        let (text, content) = bytes.front(open: open, turn: Self.turn)
        let offered = text.count + content.count
        guard offered > 0 else { return .early }
        // If nothing follows at once, a short segment must not wait for more.
        let taken = try transport.send(text, content, isLast: bytes.isLast(text, content, open: open), clock)
        guard taken.count > 0 else { return .blocked }
        if exchange.responseFirstByte == nil { exchange.responseFirstByte = taken.began }
        bytes.advance(taken.count)
        if bytes.isSent { return finish(clock) }
        return taken.count == offered ? .moved : .blocked
    }

    func abandon() -> ServedExchange {
        var exchange = exchange
        exchange.headerBytes = min(bytes.sent, bytes.headBytes)
        exchange.bodyBytes = bytes.contentSent
        return exchange
    }

    private func finish(_ clock: RunClock) -> SendingProgress {
        isSent = true
        if bytes.isWhole {
            exchange.responseLastByte = clock.now()
        } else {
            exchange = abandon()
        }
        return .sent
    }
}
