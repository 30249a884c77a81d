package import Inspection
import Wire

/// The ledgers of a capture's exchanges, each made when it is asked for: a capture may have millions.
package struct CaptureLedgers {
    /// Connections that are kept at hand, since their exchanges alternate. Unpacking one takes longer than a ledger.
    private static let mostRecent = 64

    private let flows: InspectedList<CaptureFlow>
    private var recent: [Int: CaptureFlow] = [:]
    /// When each connection's TLS handshake was over.
    private let secured: [CaptureConnection: Int64]
    /// When each began.
    private let encrypting: [CaptureConnection: Int64]
    private let line: SeenLine
    private let names: NameWaits?

    /// What packets alone show.
    package init(_ inspection: CaptureInspection) {
        self.init(
            inspection,
            SeenLine(
                rate: CaptureLedger.rate(inspection.flows),
                traffic: CaptureTraffic(inspection.flows),
                roundTrips: CaptureLedger.roundTrips(inspection.flows)
            ),
            NameWaits(inspection)
        )
    }

    init(_ inspection: CaptureInspection, _ line: SeenLine, _ names: NameWaits?) {
        flows = inspection.flows
        secured = Dictionary(
            inspection.handshakes.lazy.compactMap { shake in shake.end.map { (shake.connection, $0) } }
        ) { first, _ in first }
        encrypting = Dictionary(inspection.handshakes.lazy.map { ($0.connection, $0.start) }) { first, _ in
            first
        }
        self.line = line
        self.names = names
    }

    /// nil if the capture lacks the request or the response.
    package mutating func ledger(of exchange: CaptureExchange) -> CaptureLedger? {
        CaptureLedger(
            exchange,
            flow(exchange.stream),
            encrypting: encrypting[exchange.connection],
            secured: secured[exchange.connection],
            line: line,
            names: names
        )
    }

    /// The ledger of an exchange that encrypted records show: their bytes stand for the body's. nil if its times
    /// contradict each other.
    package mutating func ledger(of estimate: CaptureEstimate) -> CaptureLedger? {
        var exchange = CaptureExchange(
            stream: estimate.stream,
            order: estimate.order,
            client: estimate.client,
            server: estimate.server
        )
        exchange.requestSent = estimate.requestSent
        exchange.firstByte = estimate.firstByte
        exchange.lastByte = estimate.lastByte
        exchange.bodyBytes = estimate.responseBytes
        let weight = flow(estimate.stream).map(CaptureTraffic.wireBytes) ?? 1
        exchange.wireDownBytes = Int(Double(estimate.responseBytes) * weight)
        return ledger(of: exchange)
    }

    /// The longest silence of its connection while the response came.
    mutating func silence(of exchange: CaptureExchange) -> CaptureSilence? {
        guard let first = exchange.recordBegan ?? exchange.firstByte, let last = exchange.lastByte else {
            return nil
        }
        return flow(exchange.stream)?.silences.filter { $0.start >= first && $0.end <= last }
            .max { $0.time < $1.time }
    }

    /// True for a request that only opens a proxy's tunnel.
    mutating func opensTunnel(_ exchange: CaptureExchange) -> Bool {
        exchange.method == "CONNECT" && CaptureTunnel.isOpened(by: exchange, flow(exchange.stream))
    }

    /// nil over QUIC, and if the connection is not listed.
    private mutating func flow(_ stream: Int?) -> CaptureFlow? {
        guard let stream else { return nil }
        if let flow = recent[stream] { return flow }
        let flow = unpacked(stream)
        if recent.count == Self.mostRecent { recent.removeAll(keepingCapacity: true) }
        recent[stream] = flow
        return flow
    }

    private func unpacked(_ stream: Int) -> CaptureFlow? {
        // The number is the place, unless connections before it are not listed.
        if stream < flows.count {
            let flow = flows[stream]
            if flow.stream == stream { return flow }
        }
        var (low, high) = (0, flows.count)
        while low < high {
            let middle = (low + high) / 2
            if flows[middle].stream < stream { low = middle + 1 } else { high = middle }
        }
        guard low < flows.count else { return nil }
        let flow = flows[low]
        return flow.stream == stream ? flow : nil
    }
}
