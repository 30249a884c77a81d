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
            let ready = secured ?? handshake.ack
        else { return nil }
        let (wait, isBeyond) = request.subtractingReportingOverflow(ready)
        return !isBeyond && wait <= following ? handshake : nil
    }

    /// Causes of a stream's time from the moment at which an answer could have come. The server has the time until anything
    /// but housekeeping came on the connection. What nothing explains after that may be the server's or a repair's: it is
    /// not known.
    static func stream(
        _ exchange: CaptureExchange,
        _ flow: CaptureFlow,
        _ line: SeenLine,
        _ answer: Answer,
        held: Nanoseconds
    ) -> (parts: [(cause: LedgerCause, time: Nanoseconds)], isServerKnown: Bool) {
        let own = carried(exchange, line)
        let (begin, last) = (answer.begin, answer.last)
        let answered = answered(flow, answer)
        guard line.canExplainWaits(of: flow) else {
            let isAlone = flow.down.goodput.bytes(from: begin, to: last) <= Double(exchange.wireDownBytes)
            let told = [(.receiver, held)] + own
            return (isAlone ? [(.server, answered - begin)] + told : told, isAlone)
        }
        let repairs = pauses(flow.down.recovery, flow, line, begin, last)
        let window = pauses(flow.down.window, flow, line, begin, last)
        let ownTime = own.reduce(0) { $0 + $1.time }
        let streams = max(0, line.ownTime(flow, from: begin, to: last) - ownTime)
        let sharing = streams + line.othersTime(flow, from: begin, to: last)
        let early =
            line.ownTime(flow, from: begin, to: answered)
            + pauses(flow.down.recovery, flow, line, begin, answered)
            + pauses(flow.down.window, flow, line, begin, answered)
            + queued(flow, line, from: begin, to: answered)
        let receiver = min(last - begin, flow.up.sender.zeroWindowTime + held)
        return (
            [(.receiver, receiver)] + own + [
                (.recovery, repairs), (.window, window), (.server, max(0, answered - begin - early)),
                (.sharing, sharing),
            ], true
        )
    }
}
