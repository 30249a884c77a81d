import Runs
import Scenarios
import Theory
import Wire

/// What theory says about every exchange of a run.
struct RunTheory {
    /// By the transfer's place in the record; those without an exchange have none.
    private(set) var transfers: [Int: TransferTheory] = [:]
    /// By the transfer's place: when it ends, sharing the line with the rest of its step.
    private(set) var sharedEnds: [Int: Instant] = [:]

    init(_ record: RunRecord, _ scenario: Scenario) {
        let theory = LinkTheory(link: record.link.parameters)
        let inputs = Self.inputs(record, scenario, theory)
        let connections = Self.connections(scenario)
        for step in record.steps {
            let members = inputs.keys.filter { record.transfers[$0].step == step.name }
                .sorted { (record.transfers[$0].start, $0) < (record.transfers[$1].start, $1) }
            let group = members.compactMap { inputs[$0] }
            let most = connections[step.name] ?? scenario.client.connections
            let shared = theory.shared(group, connections: most)
            for (place, index) in members.enumerated() {
                sharedEnds[index] = shared.ends[place]
                transfers[index] = TransferTheory(
                    article: theory.article(bodyBytes: group[place].bodyBytes),
                    wire: theory.wire(
                        headerBytes: group[place].headerBytes,
                        bodyBytes: group[place].bodyBytes
                    ),
                    alone: theory.alone(group[place]),
                    shared: shared.duration(place)
                )
            }
        }
    }

    /// Every exchange in its connection's real state.
    private static func inputs(
        _ record: RunRecord,
        _ scenario: Scenario,
        _ theory: LinkTheory
    ) -> [Int: TheoryInput] {
        let numbers = ConnectionNumbers(record.transfers).numbers
        var history = ConnectionHistory(theory)
        var inputs: [Int: TheoryInput] = [:]
        let exchanges = record.transfers.indices.compactMap { index in
            record.transfers[index].exchange.map { (index: index, exchange: $0) }
        }
        for (index, exchange) in exchanges.sorted(by: {
            $0.exchange.requestFirstByte < $1.exchange.requestFirstByte
        }) where !record.transfers[index].source.isLocal {
            let transfer = record.transfers[index]
            let file = scenario.origin.files.first { $0.name == transfer.file }
            let plain = TheoryInput(
                start: transfer.start,
                connection: numbers[index] ?? 0,
                newConnection: exchange.isNewConnection,
                requestBytes: exchange.requestBytes,
                headerBytes: exchange.headerBytes,
                bodyBytes: exchange.bodyBytes,
                serverDelay: file?.delay ?? scenario.origin.delay
            )
            let input = history.continued(plain, requestedAt: exchange.requestFirstByte)
            history.finish(input, at: exchange.responseLastByte)
            inputs[index] = input
        }
        return inputs
    }

    /// The client's connection limit in force at each measured step.
    private static func connections(_ scenario: Scenario) -> [String: Int] {
        var limits: [String: Int] = [:]
        var client = scenario.client
        for step in scenario.steps {
            switch step {
            case .client(let settings): client = settings
            case .fetch(let fetch): limits[fetch.name] = client.connections
            case .forget, .change, .wait: continue
            }
        }
        return limits
    }
}
