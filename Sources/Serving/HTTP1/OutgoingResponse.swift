import HTTP
import LinuxIO
import Wire

/// A response on its way to the kernel over HTTP/1, and the record of its exchange. It belongs to the loop's thread.
///
/// A class, since it is much to move, and is handed on for every request.
final class OutgoingResponse {
    enum Progress {
        /// All that shall go is with the kernel.
        case sent
        /// Something went, and more could.
        case moved
        /// The kernel takes no more now.
        case blocked
        /// Nothing may go before `next`.
        case early
    }

    /// What one call hands over at most, so that one fast client does not hold up the others.
    static let turn = 1 << 20

    private(set) var exchange: ServedExchange
    /// The connection ends after it.
    let isFinal: Bool
    let ending: ResponseEnding
    /// Interim heads that the kernel has not taken yet. They go at once.
    private var interim: ArraySlice<UInt8>
    private var bytes: HTTP1ResponseBytes
    private var outflow: Outflow
    private(set) var isSent = false

    init(_ response: ServedResponse, to exchange: ServedExchange, isFinal: Bool, _ dates: DateText) {
        let plan = HTTP1ResponsePlan(response, to: exchange.request, isFinal: isFinal, dates: dates)
        var exchange = exchange
        self.isFinal = plan.isFinal
        ending = response.course.ending
        let knowsInterim = exchange.request.map { $0.version >= .http11 } ?? false
        interim =
            knowsInterim && !response.interim.isEmpty
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

    /// The kernel has so many bytes already, which are not all.
    func begin(with taken: Handover) {
        guard taken.count > 0 else { return }
        exchange.responseFirstByte = taken.began
        bytes.advance(taken.count)
    }

    /// When more may go; nil where only the kernel holds it up.
    func next(at now: Instant) -> Instant? {
        guard interim.isEmpty, !isSent else { return nil }
        if now < outflow.start { return outflow.start }
        guard bytes.hasSentAll(of: outflow.open), let next = outflow.next, now < next else { return nil }
        return next
    }

    /// Hands over what may go by `now` and the kernel takes.
    func send(
        on transport: borrowing Transport,
        at now: Instant,
        _ clock: RunClock
    ) throws(TransportError) -> Progress {
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
        // With nothing to follow at once, a short segment must not wait for more.
        let taken = try transport.send(text, content, isLast: bytes.isLast(text, content, open: open), clock)
        guard taken.count > 0 else { return .blocked }
        if exchange.responseFirstByte == nil { exchange.responseFirstByte = taken.began }
        bytes.advance(taken.count)
        if bytes.isSent { return finish(clock) }
        return taken.count == offered ? .moved : .blocked
    }

    /// The record as it stands where nothing more will be sent: with the bytes that the kernel did take.
    var abandoned: ServedExchange {
        var exchange = exchange
        exchange.headerBytes = min(bytes.sent, bytes.headBytes)
        exchange.bodyBytes = bytes.contentSent
        return exchange
    }

    private func finish(_ clock: RunClock) -> Progress {
        isSent = true
        if bytes.isWhole {
            exchange.responseLastByte = clock.now()
        } else {
            exchange = abandoned
        }
        return .sent
    }
}
