package import Scenarios
package import Wire

/// How long a scenario will take, told before it runs: theory with header sizes as netlab's own programs send them.
package struct ScenarioForecast: Sendable {
    /// A request for a file of a short name, and what a validator adds to it.
    private static let requestBytes = 100
    private static let validatorBytes = 40
    private static let headerBytes = 170

    /// Of each fetching step, in their order.
    package private(set) var steps: [(name: String, duration: Nanoseconds)] = []
    /// Steps and waits together.
    package private(set) var total: Nanoseconds = 0

    private let theory: LinkTheory
    private var cache = CacheForecast()
    private var client: ClientSettings
    /// Connections that are open and idle.
    private var idle = 0

    package init(_ scenario: Scenario) {
        theory = LinkTheory(link: scenario.link.parameters)
        client = scenario.client
        for step in scenario.steps {
            switch step {
            case .fetch(let fetch): add(fetch, of: scenario.origin)
            case .forget(let what): forget(what)
            case .change(let files): cache.change(files)
            case .client(let settings): client = settings
            case .wait(let time): total = min(LinkTheory.horizon, total + time)
            }
        }
    }

    private mutating func forget(_ what: Step.Forgetting) {
        cache.forget(what)
        if what == .connections || what == .all { idle = 0 }
    }

    private mutating func add(_ fetch: FetchStep, of origin: OriginSettings) {
        let files = Dictionary(origin.files.map { ($0.name, $0) }) { first, _ in first }
        var inputs: [TheoryInput] = []
        var history = ConnectionHistory(theory)
        var end: Nanoseconds = 0
        var opened = 0
        for (index, entry) in fetch.entries.enumerated() {
            guard let file = files[entry.file] else { continue }
            let need = cache.fetch(entry.file, by: client)
            guard need != .nothing else { continue }
            let offset = fetch.offset(of: index)
            let isFresh = offset == nil ? idle + opened == 0 : idle <= opened && opened < client.connections
            if isFresh || offset != nil { opened += 1 }
            let plain = TheoryInput(
                start: Instant(nanoseconds: offset ?? end),
                connection: offset == nil ? 1 : opened,
                newConnection: isFresh,
                requestBytes: Self.requestBytes + (need == .validation ? Self.validatorBytes : 0),
                headerBytes: Self.headerBytes,
                bodyBytes: need == .body ? file.size : 0,
                serverDelay: file.delay ?? origin.delay
            )
            if offset == nil {
                let input = history.continued(plain, requestedAt: plain.start)
                end = min(LinkTheory.horizon, end + theory.alone(input))
                history.finish(input, at: Instant(nanoseconds: end))
            } else {
                inputs.append(plain)
            }
        }
        let shared = theory.shared(inputs, connections: client.connections).ends.map(\.nanoseconds).max() ?? 0
        let duration = max(end, shared)
        idle = max(idle, min(client.connections, opened))
        steps.append((fetch.name, duration))
        total = min(LinkTheory.horizon, total + duration)
    }
}
