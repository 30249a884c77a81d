import Inspection
package import Runs
import Wire

/// The ledger of an exchange known only from a capture taken near its client. Its rows are estimates; causes
/// that no packet shows are unknown.
///
/// On a proxy's tunnel the time until it is open is the proxy's. If a connection was ready before the client asked, the client caused the wait. A round trip of the
/// connection is half request and half propagation; the rest of the time to the first byte is the server's.
/// While the response arrived, its bytes and others' bytes take what they take at the fastest rate in the
/// capture, and pauses are the sender's window or repairs (`PauseTrack`).
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

    /// nil if the capture lacks the request or the response.
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
        let isFirst = CaptureTunnel.isFirst(exchange, flow)
        let handshake = isFirst ? exchange.handshake ?? flow?.handshake : nil
        let isTunnelled = handshake != nil && flow?.tunnel != nil
        let opened = handshake.map { min($0.syn, request) } ?? request
        let name = handshake.flatMap { names?.wait(before: $0.syn, exchange.client, exchange.server) }
        let start = name.map { min($0.asked, opened) } ?? opened
        guard start >= 0, last <= Self.latest else { return nil }
        self.start = start
        end = last
        var sheet = LedgerSheet(from: .zero, to: Instant(nanoseconds: last - start))
        func moment(_ stamp: Int64) -> Instant { Instant(nanoseconds: stamp - start) }
        if let name {
            sheet.advance(to: moment(min(name.answered, opened)), .dns)
            sheet.advance(to: moment(opened), .blocked)
        }
        if let handshake {
            sheet.advance(to: moment(handshake.ack ?? request), .connect)
            if isTunnelled { sheet.advance(to: moment(min(encrypting ?? request, request)), .proxy) }
            if let secured { sheet.advance(to: moment(min(secured, request)), .tls) }
        }
        sheet.advance(to: moment(request), .blocked)
        let roundTrip = min(max(0, Self.roundTrip(flow) ?? 0), first - request)
        sheet.advance(to: sheet.now + roundTrip / 2, .request)
        sheet.advance(to: sheet.now + (first - request - roundTrip), .server)
        sheet.advance(
            to: sheet.now + (last - first),
            .unexplained,
            less: Self.received(exchange, flow, line, from: first, to: last)
        )
        sheet.close(.propagation)
        var untold = Self.untold
        // The wait for a connection in use is not visible.
        if handshake == nil { untold.insert(.blocked) }
        if name != nil { untold.remove(.dns) }
        if isTunnelled { untold.remove(.proxy) }
        if flow.map(line.tellsWaits) != true { untold.formUnion(Self.ofTraffic) }
        ledger = TransferLedger(sheet.rows, unknown: untold, isEstimated: true)
    }

    private static func roundTrip(_ flow: CaptureFlow?) -> Int64? {
        guard let flow else { return nil }
        let samples = flow.up.sender.roundTrip
        return flow.handshakeRoundTrip ?? (samples.count > 0 ? samples.least : nil)
    }

    /// The highest rate of packets on any connection, in bytes a second: the line's rate or less. One packet
    /// of each connection's busiest stretch is left out: it may have begun before.
    static func rate(_ flows: InspectedList<CaptureFlow>) -> Double? {
        flows.compactMap { flow -> Double? in
            let (series, bytes) = (flow.down.goodput, flow.down.streamBytes)
            guard let most = series.steps.max(), most > segment, bytes > 0 else { return nil }
            let goodput = Double(most - segment) / Double(series.width) * 1e9
            return goodput * Double(max(bytes, flow.down.wireBytes)) / Double(bytes)
        }.max()
    }
}
