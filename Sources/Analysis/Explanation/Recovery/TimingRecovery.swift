import LinkModel
import Logs
import Runs
import Scenarios
import Wire

/// Rebuilds a run without its result from the logs: who asked when from the timing log, over which connection
/// from the origin's, and how that was made from the line's.
struct TimingRecovery {
    /// nil if the timing log is empty.
    private(set) var result: RunResult?

    private typealias Name = (step: String, file: String)

    init(_ files: RunFiles) {
        let scenario = files.scenario
        let names = scenario.map(Self.names) ?? []
        let timed = Dictionary(grouping: files.timing) { $0.transfer }
            .compactMap { TimedTransfer($0.key, $0.value) }
            .sorted { $0.id < $1.id }
        guard !timed.isEmpty else { return }
        let named = timed.map { transfer in
            let name = names.indices.contains(transfer.id) ? names[transfer.id] : nil
            return (timed: transfer, name: name ?? ("run", "transfer \(transfer.id)"))
        }
        let asked = Self.asked(named, files)
        var result = Self.blank(scenario)
        // Packets exist, so both ends' TCP was as the scenario sets it.
        if let scenario, files.link.contains(where: { $0.segment != nil }) {
            result.link.congestion = scenario.origin.congestion.rawValue
            result.link.initialWindow = scenario.origin.initialWindow
            result.link.receiveBuffer = scenario.client.receiveBuffer
        }
        result.transfers = named.indices.map { place in
            Self.transfer(named[place].timed, named[place].name, asked[place], files)
        }
        result.steps = Self.steps(result.transfers)
        self.result = result
    }

    private static func blank(_ scenario: Scenario?) -> RunResult {
        RunResult(
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
    }

    /// Transfers are numbered in the order in which the scenario begins them.
    private static func names(_ scenario: Scenario) -> [Name] {
        scenario.steps.flatMap { step -> [Name] in
            guard case .fetch(let fetch) = step else { return [] }
            return fetch.entries.flatMap {
                Array(repeating: (fetch.name, $0.file), count: max(0, $0.callers))
            }
        }
    }

    /// The origin's log entry by the transfer's index: first matched by name, the remaining ones by size.
    private static func asked(
        _ named: [(timed: TimedTransfer, name: Name)],
        _ files: RunFiles
    ) -> [Int: OriginLogEntry] {
        let paths = Dictionary(
            (files.scenario?.hostedFiles ?? []).map { ($0.name, $0.path) }
        ) { first, _ in first }
        var search = OriginSearch(files.origin)
        var asked: [Int: OriginLogEntry] = [:]
        for (place, (timed, name)) in named.enumerated() {
            guard let sent = timed.requestSent else { continue }
            asked[place] = search.take(
                path: paths[name.file] ?? name.file,
                from: sent,
                to: timed.firstByte ?? timed.end
            )
        }
        for (place, (timed, _)) in named.enumerated() where asked[place] == nil && timed.tries.count > 1 {
            guard let sent = timed.requestSent, let answered = timed.firstByte else { continue }
            asked[place] = search.take(bodyBytes: timed.bodyBytes, from: sent, to: answered)
        }
        return asked
    }

    private static func transfer(
        _ timed: TimedTransfer,
        _ name: Name,
        _ asked: OriginLogEntry?,
        _ files: RunFiles
    ) -> TransferResult {
        var setUp: SetUpTimes?
        if let asked, let connected = timed.connected, let queued = timed.tries.last {
            setUp = SetUpTimes(port: asked.clientPort, since: queued, until: connected, files.link)
        }
        var result = TransferResult(
            id: timed.id,
            step: name.step,
            file: name.file,
            url: asked.map { address(of: $0, files.scenario) } ?? "",
            source: timed.source(status: asked?.status),
            start: timed.start,
            duration: timed.end - timed.start,
            bodyBytes: timed.bodyBytes,
            phases: timed.phases(setUp)
        )
        result.redirects = redirects(timed, files)
        guard let sent = timed.requestSent, let begun = timed.firstByte, let whole = timed.lastByte else {
            return result
        }
        result.clientLog = ClientWitness(
            exchange: ExchangeWitness(
                sizeBytes: timed.bodyBytes,
                request: sent,
                firstByte: begun,
                lastByte: whole
            ),
            progress: timed.progress
        )
        result.newConnection = timed.connected != nil
        result.setUp = timed.connected.map { _ in sent - (setUp?.begun ?? timed.tries.last ?? timed.start) }
        guard let asked else { return result }
        result.clientPort = asked.clientPort
        result.connection = Int(asked.clientPort)
        result.httpStream = asked.stream
        result.httpVersion = asked.httpVersion
        result.headerBytes = asked.headerBytes
        result.wireStatus = asked.status
        return result
    }

    /// The redirects, from the origin's log. No log has their destinations.
    private static func redirects(_ timed: TimedTransfer, _ files: RunFiles) -> [RedirectHop] {
        var search = OriginSearch(files.origin)
        return timed.before.compactMap { attempt in
            guard let request = attempt.request, let firstByte = attempt.firstByte,
                let entry = search.takeRedirect(from: request, to: firstByte)
            else { return nil }
            return RedirectHop(
                url: address(of: entry, files.scenario),
                status: entry.status,
                location: "",
                request: request,
                firstByte: firstByte,
                lastByte: attempt.lastByte,
                clientPort: entry.clientPort
            )
        }
    }

    private static func address(of entry: OriginLogEntry, _ scenario: Scenario?) -> String {
        let isEncrypted = scenario?.origin.encryption != nil
        return "\(isEncrypted ? "https" : "http")://\(OriginSettings.hostName)\(entry.target)"
    }

    private static func steps(_ transfers: [TransferResult]) -> [StepResult] {
        var names: [String] = []
        for transfer in transfers where !names.contains(transfer.step) { names.append(transfer.step) }
        return names.map { name in StepResult(name: name, of: transfers.filter { $0.step == name }) }
    }
}
