import Inspection
import Runs
import Wire

/// Causes of the time while a response arrived.
extension CaptureLedger {
    /// Causes that require a connection's round trip and the capture's traffic.
    static let ofTraffic: Set<LedgerCause> = [.sharing, .window, .recovery]

    /// In order of certainty: the transmission of its bytes, of others' bytes, repairs, and the sender's
    /// window.
    static func received(
        _ exchange: CaptureExchange,
        _ flow: CaptureFlow?,
        _ line: SeenLine,
        from first: Int64,
        to last: Int64
    ) -> [(cause: LedgerCause, time: Nanoseconds)] {
        var parts: [(cause: LedgerCause, time: Nanoseconds)] = [
            (.receiver, min(last - first, flow?.up.sender.zeroWindowTime ?? 0))
        ]
        parts += carried(exchange, line)
        guard let flow, line.tellsWaits(of: flow) else { return parts }
        let (sharing, window) = waits(flow, line, from: first, to: last)
        let repairs = pauses(flow.down.recovery, flow, line, first, last)
        parts += [(.sharing, sharing), (.recovery, repairs), (.window, window)]
        return parts
    }

    /// How long others had the line, and how long the sender waited for acknowledgements. In a pause of most
    /// of a round trip nothing of the connection is in flight: others' bytes did not delay it. In a shorter
    /// pause its packets may have waited behind theirs.
    private static func waits(
        _ flow: CaptureFlow,
        _ line: SeenLine,
        from first: Int64,
        to last: Int64
    ) -> (sharing: Nanoseconds, window: Nanoseconds) {
        let longPause = (flow.handshakeRoundTrip ?? 0) / 2
        var (sharing, window) = (line.othersTime(flow, from: first, to: last), Nanoseconds(0))
        for pause in flow.down.window.within(first, last) {
            let others = line.othersTime(flow, from: pause.start, to: pause.end)
            if pause.time >= longPause * Int64(pause.count) {
                sharing -= others
                window += line.idle(pause)
            } else {
                window += max(0, line.idle(pause) - others)
            }
        }
        return (max(0, sharing), window)
    }

    static func carried(
        _ exchange: CaptureExchange,
        _ line: SeenLine
    ) -> [(cause: LedgerCause, time: Nanoseconds)] {
        let again = exchange.retransmittedBytes
        let around = max(0, exchange.wireDownBytes - exchange.bodyBytes - again)
        return [
            (.payload, line.time(exchange.bodyBytes)), (.overhead, line.time(around)),
            (.retransmit, line.time(again)),
        ]
    }
}
