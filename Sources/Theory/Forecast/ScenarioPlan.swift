import LinkModel
import Runs
import Scenarios
import Wire

/// A scenario as a simulation plan: its network fetches, in stages separated by idle time.
struct ScenarioPlan {
    /// One entry of a step: its file, and the index of the plan's fetch; nil if a cache answers.
    struct Entry {
        var file: String
        var isValidation = false
        var fetch: Int?
    }

    /// A fetching step: its line and its stages.
    struct FetchingStep {
        var name: String
        var link: LinkParameters
        var entries: [Entry]
        var stages: Range<Int>
        /// The client's timeout for one transfer.
        var timeout: Nanoseconds
    }

    private(set) var plan: SimulationPlan
    /// In order.
    private(set) var steps: [FetchingStep] = []
    /// What the simulation leaves out: random or faulty answers, and callers that cancel or do not read.
    private(set) var gaps: Set<TheoryGap> = []

    /// Wait after the last fetch.
    var remainingPause: Nanoseconds { pause }

    private let scenario: Scenario
    private let files: [String: HostedFile]
    private let hosts: [String: Int]
    private var cache = CacheForecast()
    private var client: ClientSettings
    private var link: LinkParameters
    private var changedLink: LinkParameters?
    private var pause: Nanoseconds = 0
    private var forgetsConnections = false
    /// How much of the pause had passed when connections were closed.
    private var pauseBeforeClosing: Nanoseconds?
    private var knownHosts: Set<Int> = []

    init(
        _ scenario: Scenario,
        _ congestion: CongestionAlgorithm,
        _ kernel: KernelRelease,
        _ clock: ClockKind
    ) {
        self.scenario = scenario
        client = scenario.client
        link = scenario.link.parameters
        files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        hosts = Dictionary(scenario.hosts.enumerated().map { ($1.host, $0) }) { first, _ in first }
        plan = SimulationPlan(link: link, seed: scenario.seed, congestion: congestion, fetches: [])
        plan.kernel = kernel
        plan.connections = client.connections
        plan.initialWindow = scenario.origin.initialWindow ?? plan.initialWindow
        plan.largestBuffer = client.receiveBuffer
        plan.multiplexing = scenario.spokenHTTP == .http2 ? SimulatedMultiplexing() : nil
        plan.speaksHTTP3 = scenario.spokenHTTP == .http3
        plan.retries = scenario.origin.quic.retries
        if let encryption = scenario.origin.encryption, !plan.speaksHTTP3 {
            let handshakes = SimulatedSecurity.handshakes(
                of: (encryption.version ?? .tls13).rawValue,
                isMultiplexed: plan.multiplexing != nil
            )
            plan.security = handshakes.full
            plan.resumption = encryption.resumes ? handshakes.resumed : nil
            plan.resumesOnce = encryption.version == .tls12 && plan.multiplexing != nil
        }
        for step in scenario.steps { add(step) }
        if clock == .virtual { GuestTimings.set(&plan) }
    }

    private mutating func add(_ step: Step) {
        switch step {
        case .fetch(let fetch): add(fetch)
        case .forget(let what):
            cache.forget(what)
            // A proxy keeps its connections.
            guard what == .connections || what == .all, !scenario.hasProxy else { return }
            forgetsConnections = true
            pauseBeforeClosing = pauseBeforeClosing ?? pause
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
        let firstStage = plan.stages.count
        let offsets = fetch.offsets
        var entries: [Entry] = []
        for stage in Self.stages(of: fetch) {
            // The files of one page start together, after everything before it has ended.
            let isPage = stage.count > 1 && fetch.entries[stage.lowerBound + 1].isOnSamePage
            entries += add(fetch.entries[stage], at: offsets[stage].map { isPage ? $0 ?? 0 : $0 })
            pause = fetch.think
        }
        pause = 0
        steps.append(
            FetchingStep(
                name: fetch.name,
                link: link,
                entries: entries,
                stages: firstStage..<plan.stages.count,
                timeout: client.timeout
            )
        )
    }

    /// One stage for the whole step, or one per page if the step fetches in turn with pages or think time.
    private static func stages(of fetch: FetchStep) -> [Range<Int>] {
        let isSimple = fetch.think == 0 && !fetch.entries.contains(where: \.isOnSamePage)
        return fetch.start != .inTurn || isSimple ? [0..<fetch.entries.count] : fetch.pages
    }

    /// Adds one stage: the idle time before it, and its fetches.
    private mutating func add(_ fetched: ArraySlice<FetchStep.Entry>, at offsets: [Nanoseconds?]) -> [Entry] {
        var entries: [Entry] = []
        /// A request for the same file at the same time shares the other's transfer.
        var asked: [String: Entry] = [:]
        let first = plan.fetches.count
        for (entry, offset) in zip(fetched, offsets) {
            guard let file = files[entry.file] else { continue }
            let key = offset.map { "\($0) \(entry.file)" }
            if let key, let other = asked[key] {
                entries.append(other)
                continue
            }
            let made = self.entry(entry, file, at: offset)
            entries.append(made)
            if let key { asked[key] = made }
        }
        var stage = SimulatedStage(fetches: plan.fetches.count - first)
        stage.pause = pause
        stage.link = changedLink
        stage.forgetsConnections = forgetsConnections
        stage.pauseBeforeClosing = pauseBeforeClosing
        stage.connections = client.connections
        plan.stages.append(stage)
        (pause, changedLink, forgetsConnections, pauseBeforeClosing) = (0, nil, false, nil)
        return entries
    }

    private mutating func entry(_ entry: FetchStep.Entry, _ file: HostedFile, at offset: Nanoseconds?)
        -> Entry
    {
        let behaviour = scenario.settings(of: file).behaviour(of: file.path)
        let need = cache.fetch(
            entry.file,
            size: file.size,
            entry.options,
            statesFreshness: behaviour.statesFreshness,
            by: client
        )
        guard need != .nothing else { return Entry(file: entry.file) }
        if need == .untold { gaps.insert(.freshness) }
        if entry.cancelAfter != nil { gaps.insert(.givingUp) }
        let isValidation = need == .validation
        var asked = exchange(file, isValidation, at: offset)
        asked.pause = entry.pause ?? 0
        if !isValidation { asked.mediaType = MessageSizes.mediaType(of: file) }
        plan.fetches.append(asked)
        return Entry(file: entry.file, isValidation: isValidation, fetch: plan.fetches.count - 1)
    }

    private mutating func exchange(_ file: HostedFile, _ isValidation: Bool, at offset: Nanoseconds?)
        -> SimulatedFetch
    {
        let time = scenario.answerTime(of: file)
        if time == nil || !scenario.servesWhole(file) {
            gaps.insert(.origin)
        }
        let host = hosts[file.host] ?? 0
        let theory = LinkTheory(link: link)
        let isAsked = knownHosts.insert(host).inserted || offset == 0
        var fetch = SimulatedFetch(
            start: offset.map { Instant(nanoseconds: $0) },
            host: host,
            requestBytes: MessageSizes.request + file.path.utf8.count
                + (isValidation ? MessageSizes.validator : 0),
            headerBytes: isValidation
                ? MessageSizes.confirmation : MessageSizes.header(of: file),
            bodyBytes: isValidation ? 0 : file.size,
            serverDelay: time ?? 0,
            lookup: isAsked ? theory.lookup(file.host) : 0
        )
        fetch.fallback = theory.fallback
        fetch.path = "/\(file.path)"
        return fetch
    }
}
