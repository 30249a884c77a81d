package import Inspection
import LinkModel
import Logs
package import Runs
import Wire

/// Any capture as a run to explain: one step, whose transfers are its exchanges.
package struct CaptureRecovery {
    private static let step = "capture"

    /// nil if it shows no exchange from its request to its response's last byte.
    package private(set) var result: RunResult?
    /// Unknown facts.
    package private(set) var missing: [ExplanationGap] = []
    /// By transfer, the longest silence while its response came.
    package private(set) var silences: [Int: CaptureSilence] = [:]

    package init(_ inspection: CaptureInspection, name: String) {
        var ledgers = CaptureLedgers(inspection)
        let epoch = min(max(0, inspection.firstStamp ?? 0), CaptureLedger.latest)
        var transfers: [TransferResult] = []
        var (cut, tunnels) = (0, 0)
        let halves = ProxyHalves(inspection)
        for exchange in inspection.exchanges where !halves.hasServersHalf(exchange) {
            if ledgers.opensTunnel(exchange) {
                tunnels += 1
                continue
            }
            guard let ledger = ledgers.ledger(of: exchange) else { continue }
            if !exchange.isComplete { cut += 1 }
            silences[transfers.count] = ledgers.silence(of: exchange)
            transfers.append(Self.transfer(transfers.count, exchange, ledger, epoch: epoch))
        }
        note(inspection, shown: transfers.count + tunnels + halves.count, cut: cut)
        if halves.count > 0 { missing.append(.serversHalves(halves.count)) }
        guard !transfers.isEmpty else { return }
        let titles = ExchangeTitles(transfers.lazy.map(\.url))
        for place in transfers.indices { transfers[place].file = titles.title(of: transfers[place].url) }
        var result = Self.empty(name, epoch: epoch)
        result.transfers = transfers
        result.steps = [Self.step(transfers)]
        self.result = result
    }

    private mutating func note(_ inspection: CaptureInspection, shown: Int, cut: Int) {
        if cut > 0 { missing.append(.cutResponses(cut)) }
        let partial = inspection.exchanges.count - shown
        if partial > 0 { missing.append(.partialExchanges(partial)) }
        let oneWay = inspection.flows.count(where: \.isOneWay)
        if oneWay > 0 { missing.append(.oneDirection(connections: oneWay)) }
        let closed = inspection.estimates.count
        if closed > 0 { missing.append(.encryptedExchanges(closed)) }
    }

    private static func transfer(
        _ id: Int,
        _ exchange: CaptureExchange,
        _ ledger: CaptureLedger,
        epoch: Int64
    ) -> TransferResult {
        let url = exchange.url ?? exchange.target ?? ""
        var transfer = TransferResult(
            id: id,
            step: step,
            file: "",
            url: url,
            source: .network,
            status: exchange.status,
            start: Instant(nanoseconds: ledger.start - epoch),
            duration: ledger.end - ledger.start,
            bodyBytes: exchange.bodyBytes
        )
        transfer.wireStatus = exchange.status
        transfer.connection = exchange.stream.map { $0 + 1 }
        transfer.newConnection = exchange.order == 0
        transfer.clientPort = exchange.client.port
        transfer.ledger = ledger.rows
        return transfer
    }

    private static func step(_ transfers: [TransferResult]) -> StepResult {
        var result = StepResult(name: step, of: transfers)
        result.ledger = TransferLedger.sum(transfers.compactMap(\.ledger))
        return result
    }

    private static func empty(_ name: String, epoch: Int64) -> RunResult {
        RunResult(
            netlab: "",
            scenario: name,
            scenarioDigest: "",
            seed: 0,
            startedAt: epoch,
            machine: MachineRecord(kernel: "", cpus: 0, memoryBytes: 0, isPrivileged: false),
            outcome: .ok,
            link: LinkRecord(
                mode: .packet,
                carrier: nil,
                profile: nil,
                congestion: nil,
                parameters: LinkParameters(down: DirectionParameters(), up: DirectionParameters())
            )
        )
    }
}
