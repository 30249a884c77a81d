import Inspection
import Runs
import Wire

/// Exchanges that share their connection, as HTTP/2's streams do.
extension CaptureLedger {
    /// A request that leaves this soon after its connection is ready has waited for that, whoever opened it.
    private static let following: Int64 = 2_000_000

    /// The opening that the exchange waited for; nil if its connection was ready before.
    static func opening(_ exchange: CaptureExchange, _ flow: CaptureFlow?, secured: Int64?) -> Handshake? {
        if CaptureTunnel.isFirst(exchange, flow) { return exchange.handshake ?? flow?.handshake }
        guard exchange.httpStream != nil, let handshake = flow?.handshake, let request = exchange.requestSent,
            let ready = secured ?? handshake.ack, request - ready <= following
        else { return nil }
        return handshake
    }

    /// What a part of a handshake took beyond a round trip while the line carried other connections.
    static func handshakeWait(_ flow: CaptureFlow, _ line: SeenLine, from start: Int64, to end: Int64)
        -> Nanoseconds
    {
        guard end > start, line.tellsWaits(of: flow), let least = line.roundTrips[flow.server.address] else {
            return 0
        }
        return min(max(0, end - start - least), line.othersTime(flow, from: start, to: end))
    }

    /// Fewer bytes are frames that manage the connection, not the beginning of a response's record.
    private static let leastOfResponse = 1000
    /// From this share on the line was full, and whoever waited meanwhile waited in its queue.
    private static let full = 0.9

    /// How long others had the line while no answer came; 0 if it was not full of them.
    static func queued(_ flow: CaptureFlow?, _ line: SeenLine, from begin: Int64, to first: Int64)
        -> Nanoseconds
    {
        guard let flow, line.tellsWaits(of: flow), first > begin else { return 0 }
        let others = line.othersTime(flow, from: begin, to: first)
        return Double(others) >= full * Double(first - begin) ? others : 0
    }

    /// When the answer's record began to come: nothing of it can be read before its end. `first` if the capture's steps are
    /// too coarse to tell.
    static func answered(_ flow: CaptureFlow?, _ answer: Answer) -> Int64 {
        let (begin, first) = (answer.begin, answer.first)
        guard let goodput = flow?.down.goodput, goodput.width <= (first - begin) / 4 else { return first }
        return goodput.firstArrival(of: leastOfResponse, from: begin, to: first) ?? first
    }

    /// Causes of a stream's time from the moment at which an answer could have come. The server has the time until anything
    /// but housekeeping came on the connection. What nothing explains after that may be the server's or a repair's: it is
    /// not known.
    static func stream(
        _ exchange: CaptureExchange,
        _ flow: CaptureFlow,
        _ line: SeenLine,
        _ answer: Answer
    ) -> (parts: [(cause: LedgerCause, time: Nanoseconds)], tellsServer: Bool) {
        let own = carried(exchange, line)
        let (begin, last) = (answer.begin, answer.last)
        let answered = answered(flow, answer)
        guard line.tellsWaits(of: flow) else {
            let isAlone = flow.down.goodput.bytes(from: begin, to: last) <= Double(exchange.wireDownBytes)
            return (isAlone ? [(.server, answered - begin)] + own : own, isAlone)
        }
        let repairs = pauses(flow.down.recovery, line, begin, last)
        let window = pauses(flow.down.window, line, begin, last)
        let ownTime = own.reduce(0) { $0 + $1.time }
        let streams = max(0, line.ownTime(flow, from: begin, to: last) - ownTime)
        let sharing = streams + line.othersTime(flow, from: begin, to: last)
        let early =
            line.ownTime(flow, from: begin, to: answered) + pauses(flow.down.recovery, line, begin, answered)
            + pauses(flow.down.window, line, begin, answered)
            + queued(flow, line, from: begin, to: answered)
        let receiver = min(last - begin, flow.up.sender.zeroWindowTime)
        return (
            [(.receiver, receiver)] + own + [
                (.recovery, repairs), (.window, window), (.server, max(0, answered - begin - early)),
                (.sharing, sharing),
            ], true
        )
    }

    private static func pauses(
        _ series: PauseSeries,
        _ line: SeenLine,
        _ start: Int64,
        _ end: Int64
    ) -> Nanoseconds {
        series.within(start, end).reduce(0) { $0 + line.idle($1) }
    }
}
