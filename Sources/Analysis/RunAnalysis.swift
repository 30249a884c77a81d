import LinkModel
import Logs
package import Runs
package import Scenarios
import Wire

/// Turns a run's record into its result.
package struct RunAnalysis: Sendable {
    let record: RunRecord
    /// The same as the line saw it.
    private let line: RunRecord
    let scenario: Scenario
    let clock: ClockMapping
    private let join: WitnessJoin
    private let originJoin: WitnessJoin
    private let originLog: OriginJoin
    private let artifacts: [Artifact]

    /// `capture` is the client host's capture, `originCapture` the origin host's; empty without one.
    /// `artifacts` are the files of the run's folder.
    package init(
        _ record: RunRecord,
        scenario: Scenario,
        capture: [CaptureSighting] = [],
        originCapture: [CaptureSighting] = [],
        artifacts: [Artifact] = []
    ) {
        self.record = record
        line = record.onLine
        self.scenario = scenario
        self.artifacts = artifacts
        clock = ClockMapping(record.clock)
        join = WitnessJoin(capture, clock: clock)
        originJoin = WitnessJoin(originCapture, clock: clock)
        originLog = OriginJoin(record.originLog)
    }

    package func result() -> RunResult {
        var result = RunResult(
            netlab: record.netlab,
            scenario: record.scenario,
            scenarioDigest: record.scenarioDigest,
            seed: record.seed,
            startedAt: record.startedAt,
            machine: record.machine,
            outcome: .ok,
            matrix: record.matrix,
            repetition: record.repetition,
            link: record.link,
            clock: record.clock,
            artifacts: artifacts
        )
        result.link.clockOrigin = record.clockOrigin
        let predictions = RunTheory(line, scenario)
        result.transfers = transfers(predictions)
        let book = LedgerBuilder(line, links: predictions.conditions.link(of:))
        for place in result.transfers.indices { result.transfers[place].ledger = book.ledger(of: place) }
        let caches = CacheAnalysis(result.transfers)
        let steps = StepAnalysis(record: record, predictions: predictions, caches: caches)
        result.steps = record.steps.map { steps.result($0, result.transfers) }
        result.measureSpeeds()
        result.cache = CacheResult(
            counters: record.cache,
            figures: caches.figures(result.transfers, record.cache)
        )
        result.emulation = EmulationAnalysis.result(record, clock: clock)
        // A line of byte streams carries pieces, not packets.
        if record.link.mode == .packet, record.linkLogOmitted == 0, !record.linkLog.isEmpty {
            result.packets = Dictionary(
                uniqueKeysWithValues: LinkDirection.allCases.map { ($0, PacketCounts(record.linkLog, $0)) }
            )
        }
        result.expectations = ExpectationJudge(result, completed: completedSteps).judge(scenario.expectations)
        (result.outcome, result.failure) = OutcomeJudge(record.ending, scenario.expectations).judge(result)
        result.findings = Findings(result).all
        return result
    }

    /// The steps that a stopped run had completed; nil if the run came to its end.
    private var completedSteps: Set<String>? {
        guard record.ending != .completed else { return nil }
        return Set(record.steps.lazy.filter(\.isComplete).map(\.name))
    }

    private func transfers(_ predictions: RunTheory) -> [TransferResult] {
        let connections = ConnectionNumbers(record.transfers).numbers
        let carried = LineBytes(line).amounts
        let numbers = record.proxyLog.isEmpty ? [:] : ConnectionNumbers(line.transfers).numbers
        return record.transfers.indices.map { index in
            let transfer = record.transfers[index]
            var result = TransferResult(
                id: transfer.id,
                step: transfer.step,
                file: transfer.file,
                url: transfer.url,
                source: transfer.source,
                status: transfer.status,
                error: transfer.error,
                tier: transfer.tier,
                start: transfer.start,
                duration: transfer.end - transfer.start,
                bodyBytes: transfer.bodyBytes,
                phases: transfer.phases
            )
            result.sharedWith = transfer.sharedWith
            result.outside = transfer.outside
            result.redirects = transfer.redirects
            result.proxy = line.transfers[index].passage.map { ProxyWitness($0.entry) }
            result.proxy?.connection = numbers[index]
            guard let exchange = transfer.exchange, !transfer.source.isLocal else { return result }
            result.connection = connections[index]
            result.theory = predictions.transfers[index]
            fill(&result, from: exchange, line.transfers[index].exchange)
            if let carried = carried[index] {
                (result.wireUpBytes, result.wireDownBytes) = (carried.up, carried.down)
            }
            return result
        }
    }

    /// `seen` is the exchange over the line: the client's own, or its proxy's; nil if that did not finish.
    private func fill(
        _ result: inout TransferResult,
        from exchange: ExchangeRecord,
        _ seen: ExchangeRecord?
    ) {
        result.wireStatus = exchange.status
        result.httpVersion = exchange.httpVersion
        result.clientPort = exchange.localPort
        result.newConnection = exchange.isNewConnection
        result.httpStream = exchange.stream
        result.encryption = exchange.encryption
        let sighting = seen.flatMap(join.sighting)
        fillHeads(&result, exchange, seen, sighting)
        result.setUp = exchange.connectStart.map { exchange.requestFirstByte - $0 }
        if let first = exchange.progress.first, let last = exchange.progress.last {
            result.firstToLastChunk = last.at - first.at
        }
        result.clientLog = ClientWitness(
            exchange: ExchangeWitness(
                sizeBytes: exchange.bodyBytes,
                request: exchange.requestFirstByte,
                firstByte: exchange.responseFirstByte,
                lastByte: exchange.responseLastByte
            ),
            progress: exchange.progress
        )
        guard let sighting else { return }
        result.capture = join.witness(sighting)
        result.wireDownBytes = sighting.wireDownBytes
        result.wireUpBytes = sighting.wireUpBytes
        // Bytes lost by the line never reached the client's host: only the origin's capture shows the
        // retransmission.
        let sender = seen.flatMap(originJoin.sighting) ?? sighting
        result.retransmittedBytes = sender.retransmittedBytes
    }

    /// The client does not know the compressed size of heads: the capture does, or the origin. With a proxy they know
    /// that of the proxy's exchange.
    private func fillHeads(
        _ result: inout TransferResult,
        _ exchange: ExchangeRecord,
        _ seen: ExchangeRecord?,
        _ sighting: CaptureSighting?
    ) {
        guard exchange.stream != nil, let seen, seen.stream != nil else {
            (result.requestBytes, result.headerBytes) = (exchange.requestBytes, exchange.headerBytes)
            return
        }
        result.requestBytes = sighting?.requestBytes
        result.headerBytes = sighting?.headerBytes ?? originLog.entry(of: seen)?.headerBytes
    }
}
