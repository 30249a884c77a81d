import LinkModel
import Runs
import Scenarios
import Wire

/// What the timing log alone tells of a run: who asked when, and when what came.
struct TimingRecovery {
    /// nil where it tells of nothing.
    private(set) var result: RunResult?

    init(_ events: [TimingEvent], _ origin: [OriginLogEntry], _ scenario: Scenario?) {
        let names = scenario.map(Self.names) ?? []
        var transfers = Dictionary(grouping: events) { $0.transfer }.sorted { $0.key < $1.key }
            .compactMap { Self.transfer($0.key, $0.value, names) }
        guard !transfers.isEmpty else { return }
        Self.join(&transfers, origin)
        var result = RunResult(
            netlab: "",
            scenario: scenario?.name ?? "",
            scenarioDigest: "",
            seed: scenario?.seed ?? 0,
            startedAt: 0,
            machine: MachineRecord(kernel: "", cpus: 0, memoryBytes: 0, isPrivileged: false),
            outcome: .failed,
            link: LinkRecord(
                mode: .packet,
                carrier: nil,
                profile: scenario?.link.profile,
                congestion: nil,
                parameters: scenario?.link.parameters
                    ?? LinkParameters(down: DirectionParameters(), up: DirectionParameters())
            )
        )
        result.transfers = transfers
        result.steps = Self.steps(transfers)
        self.result = result
    }

    /// Transfers are numbered in the order in which the scenario begins them.
    private static func names(_ scenario: Scenario) -> [(step: String, file: String)] {
        scenario.steps.flatMap { step -> [(step: String, file: String)] in
            guard case .fetch(let fetch) = step else { return [] }
            return fetch.entries.map { (fetch.name, $0.file) }
        }
    }

    private static func transfer(
        _ id: Int,
        _ events: [TimingEvent],
        _ names: [(step: String, file: String)]
    ) -> TransferResult? {
        func first(_ kind: TimingEvent.Kind) -> Instant? { events.first { $0.kind == kind }?.at }
        guard let start = first(.start), let end = first(.done) ?? first(.failed), end >= start else {
            return nil
        }
        let name = names.indices.contains(id) ? names[id] : ("run", "transfer \(id)")
        var result = TransferResult(
            id: id,
            step: name.0,
            file: name.1,
            url: "",
            source: source(events),
            start: start,
            duration: end - start,
            bodyBytes: events.last { $0.bytes != nil }?.bytes ?? 0
        )
        var phases = TransferPhases()
        var last = start
        func lap(_ moment: Instant?) -> Nanoseconds {
            guard let moment, moment > last else { return 0 }
            defer { last = moment }
            return moment - last
        }
        phases.cache = lap(first(.queued) ?? end)
        phases.connect = lap(first(.connected))
        phases.blocked = lap(first(.requestSent))
        phases.wait = lap(first(.firstByte))
        phases.receive = lap(first(.lastByte) ?? events.last { $0.kind == .progress }?.at)
        result.phases = phases
        if let request = first(.requestSent), let begun = first(.firstByte), let whole = first(.lastByte) {
            result.clientLog = ClientWitness(
                exchange: ExchangeWitness(
                    sizeBytes: result.bodyBytes,
                    request: request,
                    firstByte: begun,
                    lastByte: whole
                )
            )
            let connected = first(.connected)
            result.newConnection = connected != nil
            result.setUp = connected == nil ? nil : request - (first(.queued) ?? start)
        }
        return result
    }

    /// By name and time the origin's log tells each transfer's connection.
    private static func join(_ transfers: inout [TransferResult], _ origin: [OriginLogEntry]) {
        var left = origin
        for place in transfers.indices where transfers[place].clientLog != nil {
            let transfer = transfers[place]
            let found = left.firstIndex {
                $0.target.hasSuffix("/" + transfer.file) && $0.requestFirstByte >= transfer.start
                    && $0.requestFirstByte <= transfer.end
            }
            guard let found else { continue }
            let entry = left.remove(at: found)
            transfers[place].clientPort = entry.clientPort
            transfers[place].connection = Int(entry.clientPort)
            transfers[place].headerBytes = entry.headerBytes
            transfers[place].wireStatus = entry.status
        }
    }

    private static func source(_ events: [TimingEvent]) -> ImageSource {
        if events.contains(where: { $0.kind == .failed }) { return .none }
        if events.contains(where: { $0.kind == .requestSent }) { return .network }
        return events.contains { $0.kind == .diskHit } ? .disk : .memory
    }

    private static func steps(_ transfers: [TransferResult]) -> [StepResult] {
        var names: [String] = []
        for transfer in transfers where !names.contains(transfer.step) { names.append(transfer.step) }
        return names.map { name in StepResult(name: name, of: transfers.filter { $0.step == name }) }
    }
}
