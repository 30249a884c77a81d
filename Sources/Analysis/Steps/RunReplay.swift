import LinkModel
import Logs
import Runs
import Scenarios
import Theory
import Wire

/// A run as a plan for the simulator: its exchanges on their actual connections, from their actual starts, over the same line
/// with the same fates.
struct RunReplay {
    private(set) var plan: SimulationPlan
    /// The plan's time zero on the run's clock.
    let epoch: Nanoseconds
    /// By the transfer's index in the record: its fetch, and whether theory knows what it takes.
    let exchanges: [Int: (fetch: SimulatedFetch, isKnown: Bool)]
    /// Indices of the transfers that the plan's first fetches are.
    let known: [Int]

    /// nil if the run is not one that can be simulated. Without `programs` the programs take no time.
    init?(
        _ record: RunRecord,
        _ scenario: Scenario,
        _ conditions: StepConditions,
        _ programs: WitnessedPrograms? = nil
    ) {
        guard case .simulation(let congestion) = conditions.method else { return nil }
        let connections = ReplayedConnections(record)
        let exchanges = Self.exchanges(record, scenario, conditions, connections)
        let known = exchanges.keys.filter { exchanges[$0]?.isKnown == true }.sorted()
        (self.exchanges, self.known) = (exchanges, known)
        let refreshes = Self.refreshes(record, scenario, connections)
        plan = SimulationPlan(
            link: record.link.parameters,
            seed: record.seed,
            congestion: congestion,
            fetches: known.compactMap { exchanges[$0]?.fetch } + refreshes
        )
        plan.changes = Self.changes(record, conditions)
        plan.closings = Self.closings(record, scenario)
        Self.set(&plan, as: record, scenario)
        if let programs { programs.tell(&plan, of: known) }
        let begin = Self.begin(record, scenario)
        epoch = begin
        // Unknown of older runs.
        if let boot = record.clockOrigin {
            plan.wheel =
                record.link.clock == .virtual
                ? SimulationPlan.wheel(afterGuestBoot: boot + begin)
                : SimulationPlan.wheel(afterBoot: boot + begin)
        }
        plan.lineStart = (record.link.start ?? .zero + begin) - epoch
        for place in plan.fetches.indices {
            plan.fetches[place].start = plan.fetches[place].start.map { $0 - epoch }
        }
        for place in plan.changes.indices { plan.changes[place].at = plan.changes[place].at - epoch }
        plan.closings = plan.closings.map { $0 - epoch }
    }

    /// When the steps began, waits included: right after the line's start.
    private static func begin(_ record: RunRecord, _ scenario: Scenario) -> Nanoseconds {
        var begin = (record.steps.first?.start ?? .zero) - .zero
        for step in scenario.steps {
            if case .fetch = step { break }
            if case .wait(let time) = step { begin -= time }
        }
        return max(0, begin)
    }

    /// Sets the protocols of both ends, and their TCP settings.
    private static func set(_ plan: inout SimulationPlan, as record: RunRecord, _ scenario: Scenario) {
        if record.link.clock == .virtual { plan.clockStep = SimulationPlan.guestClockStep }
        plan.kernel = KernelRelease(record.machine.kernel) ?? plan.kernel
        plan.initialWindow = scenario.origin.initialWindow ?? plan.initialWindow
        plan.largestBuffer = scenario.client.receiveBuffer
        let exchanges = record.transfers.compactMap(\.exchange)
        if exchanges.contains(where: { $0.httpVersion == "HTTP/3" }) {
            (plan.speaksHTTP3, plan.retries) = (true, scenario.origin.quic.retries)
            return
        }
        if exchanges.contains(where: { $0.stream != nil }) { plan.multiplexing = SimulatedMultiplexing() }
        guard let version = exchanges.lazy.compactMap(\.encryption).first?.version else { return }
        let handshakes = SimulatedSecurity.handshakes(of: version, isMultiplexed: plan.multiplexing != nil)
        (plan.security, plan.resumption) = (handshakes.full, handshakes.resumed)
    }

    /// Pauses of the client, by step and file.
    private static func pauses(_ scenario: Scenario) -> [String: Nanoseconds] {
        var times: [String: Nanoseconds] = [:]
        for case .fetch(let fetch) in scenario.steps {
            for entry in fetch.entries {
                if let time = entry.pause { times["\(fetch.name) \(entry.file)"] = time }
            }
        }
        return times
    }

    /// When the client was told to close its connections: before the next step and the wait ahead of it.
    private static func closings(_ record: RunRecord, _ scenario: Scenario) -> [Instant] {
        // A proxy keeps its connections.
        guard !scenario.hasProxy else { return [] }
        var closings: [Instant] = []
        var waited: Nanoseconds?
        for step in scenario.steps {
            switch step {
            case .forget(.connections), .forget(.all): waited = waited ?? 0
            case .wait(let time): waited = waited.map { $0 + time }
            case .fetch(let fetch):
                if let rest = waited, let begun = record.steps.first(where: { $0.name == fetch.name }) {
                    closings.append(closing(record, before: begun.start - rest))
                }
                waited = nil
            case .forget(.memory), .forget(.disk), .change, .client, .link, .advance: continue
            }
        }
        return closings
    }

    /// When the client closed the first of its connections, which took it a little before that moment; the moment if the
    /// line's log does not show it.
    private static func closing(_ record: RunRecord, before moment: Instant) -> Instant {
        guard record.link.clock == .virtual else { return moment }
        let end = record.linkLog.partitioningIndex { $0.arrival > moment }
        let start = record.linkLog[..<end].partitioningIndex { $0.arrival >= moment - longestClosing }
        let packets = record.linkLog[start..<end].filter { $0.packet.direction == .up }
        guard let last = packets.first(where: { $0.segment?.flags.contains(.fin) == true }) else {
            return moment
        }
        // With TLS it says so first.
        let first = packets.first { $0.packet.flow == last.packet.flow && ($0.segment?.payload ?? 0) > 0 }
        return (first ?? last).arrival
    }

    /// How long a client takes to close its connections.
    private static let longestClosing: Nanoseconds = 50_000

    private static func exchanges(
        _ record: RunRecord,
        _ scenario: Scenario,
        _ conditions: StepConditions,
        _ connections: ReplayedConnections
    ) -> [Int: (fetch: SimulatedFetch, isKnown: Bool)] {
        let files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        let pauses = pauses(scenario)
        var unknown: Set<Int> = []
        var exchanges: [Int: (fetch: SimulatedFetch, isKnown: Bool)] = [:]
        let places = record.transfers.indices.filter { !record.transfers[$0].source.isLocal }
        for index in places.sorted(by: { record.transfers[$0].start < record.transfers[$1].start }) {
            let transfer = record.transfers[index]
            guard let exchange = transfer.exchange else { continue }
            let time = files[transfer.file].flatMap { scenario.answerTime(of: $0) }
            let number = connections.number(of: index) ?? 0
            if time == nil { unknown.insert(number) }
            var fetch = SimulatedFetch(
                start: transfer.start,
                way: .connection(number),
                requestBytes: exchange.requestBytes,
                headerBytes: exchange.headerBytes,
                bodyBytes: exchange.bodyBytes,
                serverDelay: time ?? 0,
                lookup: RunTheory.lookup(transfer, conditions.theory(of: transfer.step))
            )
            fetch.pause = pauses["\(transfer.step) \(transfer.file)"] ?? 0
            fetch.fallback = connections.fallback(of: index)
            fetch.path = transfer.url.requestTarget
            fetch.resumes = exchange.encryption?.isResumed
            exchanges[index] = (fetch, !unknown.contains(number))
        }
        return exchanges
    }

    /// The client's refreshes after its answers, on known connections.
    private static func refreshes(
        _ record: RunRecord,
        _ scenario: Scenario,
        _ connections: ReplayedConnections
    ) -> [SimulatedFetch] {
        let files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        return RefreshExchanges(record).refreshes.compactMap { refresh -> SimulatedFetch? in
            let time = files[record.transfers[refresh.transfer].file].flatMap { scenario.answerTime(of: $0) }
            guard let time, let number = connections.number(ofPort: refresh.port, at: refresh.start) else {
                return nil
            }
            var fetch = SimulatedFetch(
                start: refresh.start,
                way: .connection(number),
                requestBytes: refresh.requestBytes,
                headerBytes: refresh.headerBytes,
                bodyBytes: refresh.bodyBytes,
                serverDelay: time
            )
            fetch.isAwaited = false
            return fetch
        }
    }

    /// The line that each step began with, if it differs from the one before.
    private static func changes(
        _ record: RunRecord,
        _ conditions: StepConditions
    ) -> [SimulationPlan.LineChange] {
        var link = record.link.parameters
        return record.steps.compactMap { step in
            let next = conditions.link(of: step.name)
            guard next != link else { return nil }
            link = next
            return SimulationPlan.LineChange(at: step.start, link: next)
        }
    }
}
