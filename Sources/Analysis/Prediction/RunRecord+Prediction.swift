import LinkModel
import Logs
import Runs
import Scenarios
import Theory
import Wire

extension RunRecord {
    /// A transfer of a simulation: its index in the plan, and its name.
    struct Simulated {
        var place: Int
        var file: String
        var step: String
    }

    /// A simulation as the record of a run; a transfer's `id` is its index in the plan. Unfinished transfers
    /// are left out.
    init(_ plan: SimulationPlan, _ outcome: SimulationOutcome, _ transfers: [Simulated]) {
        self.init(
            scenario: "",
            scenarioDigest: "",
            seed: plan.seed,
            startedAt: 0,
            machine: MachineRecord(
                kernel: plan.kernel.description,
                cpus: 0,
                memoryBytes: 0,
                isPrivileged: false
            ),
            link: LinkRecord(
                mode: .packet,
                carrier: nil,
                profile: nil,
                congestion: plan.congestion.rawValue,
                parameters: plan.link
            )
        )
        linkLog = outcome.linkLog
        if plan.changes.isEmpty, plan.stages.allSatisfy({ $0.link == nil }) { link.start = plan.lineStart }
        for transfer in transfers { add(transfer, plan, outcome) }
    }

    private mutating func add(
        _ transfer: Simulated,
        _ plan: SimulationPlan,
        _ outcome: SimulationOutcome
    ) {
        let place = transfer.place
        let (simulated, fetch) = (outcome.transfers[place], plan.fetches[place])
        let isStream = plan.multiplexing != nil
        guard let exchange = ExchangeRecord(simulated, fetch, isStream: isStream),
            let begun = simulated.responseBegin
        else {
            return
        }
        transfers.append(
            TransferRecord(
                id: place,
                step: transfer.step,
                file: transfer.file,
                url: "",
                source: .network,
                start: simulated.start,
                end: exchange.responseLastByte,
                bodyBytes: fetch.bodyBytes,
                phases: TransferPhases(simulated),
                exchange: exchange
            )
        )
        timing.append(TimingEvent(at: simulated.start, transfer: place, kind: .queued))
        var entry = OriginLogEntry(
            clientPort: exchange.localPort,
            order: exchange.order,
            stream: exchange.stream,
            method: "GET",
            target: "/\(transfer.file)",
            status: 200,
            // A stream's head counts as it is sent, compressed.
            headerBytes: plan.multiplexing?.head(fetch.headerBytes, isFirst: simulated.order == 0)
                ?? fetch.headerBytes,
            bodyBytes: fetch.bodyBytes,
            accepted: simulated.connectEnd ?? simulated.start,
            requestFirstByte: simulated.requestLastByte ?? exchange.requestFirstByte,
            requestLastByte: simulated.requestLastByte ?? exchange.requestFirstByte,
            responseFirstByte: begun,
            responseLastByte: begun
        )
        if isStream {
            entry.responseReady = begun
            entry.places = simulated.places.map { Int64($0.lowerBound)..<Int64($0.upperBound) }
            entry.readableAt = simulated.response.map { Int64($0.upperBound) }
        }
        originLog.append(entry)
    }
}

extension ExchangeRecord {
    /// nil if it did not finish.
    fileprivate init?(_ simulated: SimulatedTransfer, _ fetch: SimulatedFetch, isStream: Bool) {
        guard let request = simulated.requestFirstByte, let first = simulated.responseFirstByte,
            let last = simulated.responseLastByte
        else { return nil }
        self.init(
            localPort: SimulationOutcome.port(of: simulated.flow),
            order: simulated.order,
            stream: isStream ? 2 * simulated.order + 1 : nil,
            isNewConnection: simulated.isNewConnection,
            status: 200,
            httpVersion: "",
            requestBytes: fetch.requestBytes,
            headerBytes: fetch.headerBytes,
            bodyBytes: fetch.bodyBytes,
            connectStart: simulated.connectStart,
            connectEnd: simulated.connectStart.map { simulated.secured ?? simulated.connectEnd ?? $0 },
            requestFirstByte: request,
            responseFirstByte: first,
            responseLastByte: last
        )
    }
}

extension TransferPhases {
    fileprivate init(_ simulated: SimulatedTransfer) {
        let begin = simulated.begin ?? simulated.start
        self.init(blocked: begin - simulated.start)
        if let connect = simulated.connectStart { dns = connect - begin }
        if let connected = simulated.connectEnd, let secured = simulated.secured { tls = secured - connected }
    }
}
