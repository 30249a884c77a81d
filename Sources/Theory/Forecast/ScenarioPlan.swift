import LinkModel
import Scenarios
import Wire

/// A scenario as something to simulate: its fetches that touch the network, in stages between which everything rests.
struct ScenarioPlan {
    /// A fetch of a step: its file, and the plan's fetch, nil where a cache answers.
    struct Entry {
        var file: String
        var isValidation = false
        var fetch: Int?
    }

    /// What libcurl says of a file beside its path, and what a validator adds.
    private static let requestBytes = 83
    private static let validatorBytes = 46
    /// What the origin says beside the digits of the length, and what a 304 says.
    private static let headerBytes = 126
    private static let confirmationBytes = 76

    private(set) var plan: SimulationPlan
    /// Of each fetching step, in order, with the line it is on and its stage; nil where the stage has nothing to fetch.
    private(set) var steps: [(name: String, link: LinkParameters, entries: [Entry], stage: Int)] = []
    /// False where an answer's time is drawn, or something goes wrong.
    private(set) var isOriginKnown = true

    /// What the scenario waits behind its last fetch.
    var remainingPause: Nanoseconds { pause }

    private let scenario: Scenario
    private let files: [String: HostedFile]
    private let hosts: [String: Int]
    private var cache = CacheForecast()
    private var client: ClientSettings
    private var link: LinkParameters
    private var changedLink: LinkParameters?
    private var pause: Nanoseconds = 0
    private var forgets = false
    private var knownHosts: Set<Int> = []

    init(_ scenario: Scenario, _ congestion: SimulationPlan.Congestion) {
        self.scenario = scenario
        client = scenario.client
        link = scenario.link.parameters
        files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        hosts = Dictionary(scenario.hosts.enumerated().map { ($1.host, $0) }) { first, _ in first }
        plan = SimulationPlan(link: link, seed: scenario.seed, congestion: congestion, fetches: [])
        plan.connections = client.connections
        plan.security = scenario.origin.encryption.map { $0.version == .tls12 ? .full12 : .full13 }
        for step in scenario.steps { add(step) }
    }

    private mutating func add(_ step: Step) {
        switch step {
        case .fetch(let fetch): add(fetch)
        case .forget(let what):
            cache.forget(what)
            guard what == .connections || what == .all else { return }
            forgets = true
            knownHosts = []
        case .change(let files): cache.change(files)
        case .client(let settings): client = settings
        case .link(let settings):
            link = settings.parameters
            changedLink = link
        case .wait(let time): pause = min(LinkTheory.horizon, pause + time)
        case .advance(let time): cache.advance(by: time, client)
        }
    }

    private mutating func add(_ fetch: FetchStep) {
        var entries: [Entry] = []
        let first = plan.fetches.count
        for (index, entry) in fetch.entries.enumerated() {
            guard let file = files[entry.file] else { continue }
            let need = cache.fetch(entry.file, by: client)
            guard need != .nothing else {
                entries.append(Entry(file: entry.file))
                continue
            }
            let isValidation = need == .validation
            entries.append(Entry(file: entry.file, isValidation: isValidation, fetch: plan.fetches.count))
            plan.fetches.append(exchange(file, isValidation, at: fetch.offset(of: index)))
        }
        var stage = SimulatedStage(fetches: plan.fetches.count - first)
        stage.pause = pause
        stage.link = changedLink
        stage.forgetsConnections = forgets
        stage.connections = client.connections
        plan.stages.append(stage)
        steps.append((fetch.name, link, entries, plan.stages.count - 1))
        (pause, changedLink, forgets) = (0, nil, false)
    }

    private mutating func exchange(_ file: HostedFile, _ isValidation: Bool, at offset: Nanoseconds?)
        -> SimulatedFetch
    {
        let time = scenario.answerTime(of: file)
        if time == nil || !scenario.gives(file) { isOriginKnown = false }
        let host = hosts[file.host] ?? 0
        let theory = LinkTheory(link: link)
        let isAsked = knownHosts.insert(host).inserted || offset == 0
        return SimulatedFetch(
            start: offset.map { Instant(nanoseconds: $0) },
            host: host,
            requestBytes: Self.requestBytes + file.path.utf8.count + (isValidation ? Self.validatorBytes : 0),
            headerBytes: isValidation ? Self.confirmationBytes : Self.headerBytes + "\(file.size)".count,
            bodyBytes: isValidation ? 0 : file.size,
            serverDelay: time ?? 0,
            lookup: isAsked ? theory.lookup(file.host) : 0
        )
    }
}
