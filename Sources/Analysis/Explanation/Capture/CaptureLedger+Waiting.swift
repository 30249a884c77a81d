import Inspection
import Runs
import Wire

/// Time in which nothing of an exchange came.
extension CaptureLedger {
    /// Fewer bytes are frames that manage the connection, not the beginning of a response's record.
    private static let leastOfResponse = 1000
    /// From this share on the line was full, and whoever waited meanwhile waited in its queue.
    private static let full = 0.9

    /// What a part of a handshake took beyond a round trip while the line carried other connections.
    static func handshakeWait(_ flow: CaptureFlow, _ line: SeenLine, from start: Int64, to end: Int64)
        -> Nanoseconds
    {
        guard end > start, line.canExplainWaits(of: flow), let least = line.roundTrips[flow.server.address]
        else {
            return 0
        }
        return min(max(0, end - start - least), line.othersTime(flow, from: start, to: end))
    }

    /// How long others had the line while no answer came; 0 if it was not full of them.
    static func queued(_ flow: CaptureFlow?, _ line: SeenLine, from begin: Int64, to first: Int64)
        -> Nanoseconds
    {
        guard let flow, line.canExplainWaits(of: flow), first > begin else { return 0 }
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

    /// A connection's pauses between two timestamps, without those of HTTP/2's flow control.
    static func pauses(
        _ series: PauseSeries,
        _ flow: CaptureFlow,
        _ line: SeenLine,
        _ start: Int64,
        _ end: Int64
    ) -> Nanoseconds {
        series.within(start, end).reduce(0) { sum, pause in
            let held = flow.down.flowControl.within(pause.start, pause.end).reduce(0) { $0 + $1.time }
            return sum + max(0, line.idle(pause) - held)
        }
    }

    /// For how long HTTP/2's flow control kept the response while the line carried no other connection; nil if it did not.
    static func held(
        _ exchange: CaptureExchange,
        _ flow: CaptureFlow?,
        _ line: SeenLine,
        _ answer: Answer
    ) -> TransferLedger.FlowControl? {
        guard let holds = exchange.flowControl, let flow else { return nil }
        func time(_ series: PauseSeries) -> Nanoseconds {
            series.within(answer.begin, answer.last).reduce(0) { sum, pause in
                let busy = line.othersTime(flow, from: pause.start, to: pause.end)
                return sum + max(0, min(line.idle(pause), pause.end - pause.start - busy))
            }
        }
        let held = TransferLedger.FlowControl(
            stream: time(holds.stream),
            streamWindow: holds.streamWindow,
            connection: time(holds.connection),
            connectionWindow: holds.connectionWindow
        )
        return held.time > 0 ? held : nil
    }
}
