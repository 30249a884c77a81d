import LinkModel
import Logs
import Runs
import Scenarios
import Theory
import Wire

/// Theory's times for every exchange of a run.
struct RunTheory {
    /// By the transfer's index in the record; those without an exchange have none.
    private(set) var transfers: [Int: TransferTheory] = [:]
    /// By the transfer's index: when it ends, sharing the line with the rest of its step. Transfers that
    /// theory does not cover have none.
    private(set) var sharedEnds: [Int: Instant] = [:]
    /// The line and the client's connection limit in force at each measured step.
    let conditions: StepConditions

    /// Most that a program's work takes in virtual time.
    private static let work: Nanoseconds = 100_000

    init(_ record: RunRecord, _ scenario: Scenario) {
        conditions = StepConditions(scenario, record.link)
        if let simulated = SimulatedRunTheory(record, scenario, conditions, Self.programs(record)) {
            transfers = simulated.transfers
            sharedEnds = simulated.sharedEnds
        } else {
            predictInClosedForm(record, scenario)
        }
    }

    /// In virtual time a program's work is a few readings of the clock, microseconds. They shift what TCP stamps in
    /// milliseconds, and with it the packets at which windows grow. A program that waited is not excused. nil in real time.
    static func programs(_ record: RunRecord) -> WitnessedPrograms? {
        record.link.clock == .virtual ? WitnessedPrograms(record, most: work) : nil
    }

    private mutating func predictInClosedForm(_ record: RunRecord, _ scenario: Scenario) {
        let inputs = Self.inputs(record, scenario, conditions)
        for step in record.steps {
            let theory = conditions.theory(of: step.name)
            let members = inputs.keys.filter { record.transfers[$0].step == step.name }
                .sorted { (record.transfers[$0].start, $0) < (record.transfers[$1].start, $1) }
            let group = members.compactMap { inputs[$0] }
            let isPredictable = theory.canPredict && group.allSatisfy(\.isKnown)
            let most = conditions.connections(of: step.name)
            let shared = isPredictable ? theory.shared(group.map(\.input), connections: most) : nil
            for (place, index) in members.enumerated() {
                let input = group[place].input
                sharedEnds[index] = shared?.ends[place]
                transfers[index] = TransferTheory(
                    article: theory.article(bodyBytes: input.bodyBytes),
                    wire: theory.wire(headerBytes: input.headerBytes, bodyBytes: input.bodyBytes),
                    alone: theory.canPredict && group[place].isKnown ? theory.alone(input) : nil,
                    shared: shared?.duration(place)
                )
            }
        }
    }

    /// Every exchange in its connection's actual state, if known.
    private static func inputs(
        _ record: RunRecord,
        _ scenario: Scenario,
        _ conditions: StepConditions
    ) -> [Int: (input: TheoryInput, isKnown: Bool)] {
        let files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        let numbers = ConnectionNumbers(record.transfers).numbers
        var history = ConnectionHistory(conditions.theory)
        var inputs: [Int: (input: TheoryInput, isKnown: Bool)] = [:]
        let exchanges = record.transfers.indices.compactMap { index in
            record.transfers[index].exchange.map { (index: index, exchange: $0) }
        }
        for (index, exchange) in exchanges.sorted(by: {
            $0.exchange.requestFirstByte < $1.exchange.requestFirstByte
        }) where !record.transfers[index].source.isLocal {
            let transfer = record.transfers[index]
            let serverTime = files[transfer.file].flatMap { scenario.serverTime(of: $0) }
            let theory = conditions.theory(of: transfer.step)
            let plain = TheoryInput(
                start: transfer.start,
                connection: numbers[index] ?? 0,
                newConnection: exchange.isNewConnection,
                requestBytes: exchange.requestBytes,
                headerBytes: exchange.headerBytes,
                bodyBytes: exchange.bodyBytes,
                serverDelay: serverTime ?? 0,
                lookup: lookup(transfer, theory)
            )
            history.theory = theory
            let isKnown = serverTime != nil && history.isKnown(plain)
            let input = history.continued(plain, requestedAt: exchange.requestFirstByte)
            history.finish(input, at: exchange.responseLastByte)
            inputs[index] = (input, isKnown)
        }
        return inputs
    }

    /// Expected time of the name look-up. An answer faster than the name server's came from the client's own
    /// memory.
    static func lookup(_ transfer: TransferRecord, _ theory: LinkTheory) -> Nanoseconds {
        guard transfer.phases.dns > 0, transfer.phases.dns >= theory.link.dnsDelay else {
            return 0
        }
        let parts = transfer.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        return theory.lookup(parts.count > 2 ? String(parts[2].prefix { $0 != "/" && $0 != ":" }) : "")
    }
}
