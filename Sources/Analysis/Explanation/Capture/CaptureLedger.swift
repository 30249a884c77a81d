import Inspection
package import Runs
import Wire

/// The ledger of an exchange known only from a capture taken near its client. Its rows are estimates; causes
/// that no packet shows are unknown.
///
/// On a proxy's tunnel the time until it is open is the proxy's. If a connection was ready before the client
/// asked, the client caused the wait. A round trip of the connection is half request and half propagation;
/// the rest of the time to the first byte is the server's. While the response arrived, its bytes and
/// others' bytes take what they take at the fastest rate in the capture, and pauses are the sender's window
/// or repairs (`PauseTrack`), or flow control. A stream of HTTP/2 waits for its connection as long as that carries other
/// streams: see `CaptureLedger+Streams`.
package struct CaptureLedger {
    /// Causes within the hosts.
    private static let untold: Set<LedgerCause> = [
        .cache, .retry, .proxy, .dns, .emulation, .delivery, .decode,
    ]

    /// Latest valid timestamp, in 2116, so that the difference of any two does not overflow.
    static let latest = Int64.max / 2

    /// Payload of a usual packet.
    private static let segment = 1460

    /// Nanoseconds since 1970: the DNS question for its host or the connection's first packet if they served
    /// this exchange, else the request's first byte.
    package let start: Int64
    package let end: Int64
    private let ledger: TransferLedger

    package var rows: TransferLedger { ledger }

    /// nil if the capture lacks the request or the response. TLS began at `encrypting` and was agreed on at `secured`.
    init?(
        _ exchange: CaptureExchange,
        _ flow: CaptureFlow?,
        encrypting: Int64? = nil,
        secured: Int64?,
        line: SeenLine,
        names: NameWaits? = nil
    ) {
        guard let request = exchange.requestSent, let first = exchange.firstByte,
            let last = exchange.lastByte,
            first >= request, last >= first
        else { return nil }
        let handshake = Self.opening(exchange, flow, secured: secured)
        let opened = handshake.map { min($0.syn, request) } ?? request
        let attempt = handshake.flatMap { names?.attempt(before: $0.syn, exchange.client, exchange.server) }
        let tried = min(attempt ?? opened, opened)
        let name = handshake.flatMap {
            names?.wait(before: attempt ?? $0.syn, exchange.client, exchange.server)
        }
        let start = name.map { min($0.asked, tried) } ?? tried
        guard start >= 0, last <= Self.latest else { return nil }
        self.start = start
        end = last
        var sheet = LedgerSheet(from: .zero, to: Instant(nanoseconds: last - start))
        func advance(
            to stamp: Int64,
            _ cause: LedgerCause,
            sharing: Nanoseconds = 0,
            recovery: Nanoseconds = 0
        ) {
            let parts: [(cause: LedgerCause, time: Nanoseconds)] = [
                (.recovery, recovery), (.sharing, sharing),
            ]
            sheet.advance(to: Instant(nanoseconds: stamp - start), cause, less: parts)
        }
        if let name {
            // A question that had to be asked again was lost, or its answer.
            let isKnown = flow.map(line.canExplainWaits) == true
            let repeats = isKnown ? name.repeats.reduce(0) { $0 + $1.length } : 0
            advance(to: min(name.answered, tried), .dns, recovery: repeats)
            advance(to: tried, .blocked)
        }
        advance(to: opened, .fallback)
        let isTunnelled = handshake != nil && flow?.tunnel != nil
        if let handshake {
            func busy(_ from: Int64, _ to: Int64) -> Nanoseconds {
                flow.map { Self.handshakeWait($0, line, from: from, to: to) } ?? 0
            }
            let connected = min(handshake.ack ?? request, request)
            advance(to: connected, .connect, sharing: busy(opened, connected))
            let begun = isTunnelled ? max(connected, min(encrypting ?? request, request)) : connected
            advance(to: begun, .proxy)
            let ready = max(begun, min(secured ?? begun, request))
            advance(to: ready, .tls, sharing: busy(begun, ready))
        }
        advance(to: request, .blocked)
        let roundTrip = min(max(0, Self.roundTrip(flow, line) ?? 0), first - request)
        sheet.advance(to: sheet.now + roundTrip / 2, .request)
        let answer = Answer(begin: request + roundTrip, first: first, last: last)
        let held = Self.held(exchange, flow, line, answer)
        let isServerKnown = Self.write(
            exchange,
            flow,
            answer,
            isEncrypted: secured != nil,
            held: held?.time ?? 0,
            line,
            to: &sheet
        )
        sheet.close(.propagation)
        var untold = Self.untold
        if !isServerKnown { untold.insert(.server) }
        // The wait for a connection in use is not visible.
        if handshake == nil { untold.insert(.blocked) }
        if name != nil { untold.remove(.dns) }
        if isTunnelled { untold.remove(.proxy) }
        if flow.map(line.canExplainWaits) != true { untold.formUnion(Self.ofTraffic) }
        ledger = TransferLedger(sheet.rows, unknown: untold, isEstimated: true, flowControl: held)
    }

    /// Moments of an answer: when it could have come at the earliest, and when its first and last byte came.
    struct Answer {
        var begin: Int64
        var first: Int64
        var last: Int64
    }

    /// Writes the wait for the answer and its arrival; false if the server's share of it cannot be told. `held` is for how
    /// long HTTP/2's flow control had it.
    private static func write(
        _ exchange: CaptureExchange,
        _ flow: CaptureFlow?,
        _ answer: Answer,
        isEncrypted: Bool,
        held: Nanoseconds,
        _ line: SeenLine,
        to sheet: inout LedgerSheet
    ) -> Bool {
        if exchange.httpStream != nil, let flow {
            let stream = stream(exchange, flow, line, answer, held: held)
            sheet.advance(to: sheet.now + (answer.last - answer.begin), .unexplained, less: stream.parts)
            return stream.isServerKnown
        }
        let began = exchange.recordBegan.map { min(max($0, answer.begin), answer.first) }
        let answered = isEncrypted ? began ?? answered(flow, answer) : answer.first
        let queued = queued(flow, line, from: answer.begin, to: answered)
        sheet.advance(to: sheet.now + (answered - answer.begin), .server, less: [(.sharing, queued)])
        sheet.advance(
            to: sheet.now + (answer.last - answered),
            .unexplained,
            less: received(exchange, flow, line, from: answered, to: answer.last)
        )
        return true
    }

    /// The line's, where other connections with the same server show it: a handshake may have waited in a queue.
    private static func roundTrip(_ flow: CaptureFlow?, _ line: SeenLine) -> Int64? {
        guard let flow, let own = own(flow) else { return nil }
        return min(own, line.roundTrips[flow.server.address] ?? own)
    }

    private static func own(_ flow: CaptureFlow) -> Int64? {
        let samples = flow.up.sender.roundTrip
        return flow.handshakeRoundTrip ?? (samples.count > 0 ? samples.least : nil)
    }

    /// The shortest round trip to each server.
    static func roundTrips(_ flows: InspectedList<CaptureFlow>) -> [IPAddress: Int64] {
        flows.reduce(into: [:]) { least, flow in
            guard let own = own(flow), own > 0 else { return }
            least[flow.server.address] = min(least[flow.server.address] ?? own, own)
        }
    }

    /// The highest rate of packets on any connection, in bytes a second: the line's rate or less. One packet
    /// of each stretch is left out: it may have begun before. A slow line needs long stretches for more than that one.
    static func rate(_ flows: InspectedList<CaptureFlow>) -> Double? {
        flows.compactMap { flow -> Double? in
            guard flow.down.streamBytes > 0 else { return nil }
            let goodput = [goodput(flow.down.goodput), goodputBetweenHolds(flow.down)].compactMap { $0 }.max()
            return goodput.map { $0 * CaptureTraffic.wireBytes(flow) }
        }.max()
    }

    /// Less of it tells no rate: a recorder may stamp several packets at once.
    private static let leastActive: Nanoseconds = 10_000_000

    /// While HTTP/2's flow control holds a connection up again and again, no step of its series is full: the rate between the
    /// first hold and the last, without the holds. One packet of each burst is left out. nil if they do not tell it.
    private static func goodputBetweenHolds(_ side: CaptureFlow.Side) -> Double? {
        let pauses = side.flowControl.pauses
        guard let first = pauses.first, let last = pauses.last else { return nil }
        // A step is spread evenly: the one at either end may have bytes from beyond it.
        let (start, end) = (first.start &+ side.goodput.width, last.end &- side.goodput.width)
        let (whole, isBeyond) = end.subtractingReportingOverflow(start)
        guard !isBeyond, whole > 0 else { return nil }
        let holds = side.flowControl.within(start, end)
        let active = holds.reduce(whole) { $0 - $1.time }
        let bytes = side.goodput.bytes(from: start, to: end)
        let rest = bytes - Double(segment * holds.reduce(0) { $0 + $1.count })
        return active >= leastActive && rest > 0 ? rest / Double(active) * 1e9 : nil
    }

    private static func goodput(_ series: GoodputSeries) -> Double? {
        var (length, best) = (1, 0.0)
        while length <= series.steps.count {
            var sum = series.steps[..<length].reduce(0, +)
            var most = sum
            for next in length..<max(length, series.steps.count) {
                sum += series.steps[next] - series.steps[next - length]
                most = max(most, sum)
            }
            best = max(best, Double(most - segment) / (Double(length) * Double(series.width)) * 1e9)
            length *= 2
        }
        return best > 0 ? best : nil
    }
}

/// Causes of the time while a response arrived.
extension CaptureLedger {
    /// Causes that require a connection's round trip and the capture's traffic.
    private static let ofTraffic: Set<LedgerCause> = [.sharing, .window, .recovery]

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
        guard let flow, line.canExplainWaits(of: flow) else { return parts }
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
