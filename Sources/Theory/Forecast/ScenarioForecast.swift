package import Scenarios
package import Wire

/// How long a scenario will take, told before it runs: theory with header sizes as netlab's own programs send them.
package struct ScenarioForecast: Sendable {
    /// A request for a file of a short name, and what a validator adds to it.
    private static let requestBytes = 100
    private static let validatorBytes = 40
    private static let headerBytes = 170

    /// Of each fetching step, in their order; nil where theory does not tell.
    package private(set) var steps: [(name: String, duration: Nanoseconds?)] = []
    /// Steps and waits together; nil where theory does not tell of one of them.
    package private(set) var total: Nanoseconds? = 0
    /// What theory leaves out of the lines that the steps meet.
    package private(set) var gaps: [TheoryGap] = []

    private var theory: LinkTheory
    private var cache = CacheForecast()
    private var client: ClientSettings
    /// By their names.
    private let files: [String: HostedFile]
    /// Connections that are open and idle.
    private var idle = 0
    /// True once the client has looked the origin's name up: it keeps the address as long as its connections.
    private var knowsName = false

    /// `isWindowless`: see `LinkTheory`.
    package init(_ scenario: Scenario, isWindowless: Bool = false) {
        theory = LinkTheory(link: scenario.link.parameters, isWindowless: isWindowless)
        client = scenario.client
        files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        for step in scenario.steps {
            switch step {
            case .fetch(let fetch): add(fetch, of: scenario)
            case .forget(let what): forget(what)
            case .change(let files): cache.change(files)
            case .client(let settings): client = settings
            case .link(let link): theory = LinkTheory(link: link.parameters, isWindowless: isWindowless)
            case .wait(let time): pass(time)
            case .advance(let time): cache.advance(by: time, client)
            }
        }
    }

    /// nil where nobody can tell how long.
    private mutating func pass(_ time: Nanoseconds?) {
        guard let before = total, let time else {
            total = nil
            return
        }
        total = min(LinkTheory.horizon, before + time)
    }

    private mutating func forget(_ what: Step.Forgetting) {
        cache.forget(what)
        guard what == .connections || what == .all else { return }
        idle = 0
        knowsName = false
    }

    /// In the order of the list, each once.
    private mutating func note(_ met: [TheoryGap]) {
        let all = gaps + met
        gaps = TheoryGap.allCases.filter { all.contains($0) }
    }

    private mutating func add(_ fetch: FetchStep, of scenario: Scenario) {
        var inputs: [TheoryInput] = []
        var history = ConnectionHistory(theory)
        var end: Nanoseconds = 0
        var opened = 0
        var isTold = true
        var isOriginKnown = true
        var givesUp = false
        // From when on in this step the name is known: those who come before look it up themselves.
        var named: Nanoseconds? = knowsName ? 0 : nil
        let offsets = fetch.offsets
        for (index, entry) in fetch.entries.enumerated() {
            guard let file = files[entry.file] else { continue }
            if index > 0, offsets[index] == nil {
                end = min(LinkTheory.horizon, end + (entry.isOnSamePage ? 0 : fetch.think))
                // Pages in turn share a line and then rest: that is the simulator's to tell.
                if entry.isOnSamePage { isTold = false }
            }
            let need = cache.fetch(
                entry.file,
                size: file.size,
                entry.options,
                saysFreshness: scenario.origin.behaviour(of: file.path).saysFreshness,
                by: client
            )
            guard need != .nothing else { continue }
            let offset = offsets[index]
            // Who asks for the same at the same time waits for the other's transfer.
            guard
                offset == nil
                    || !fetch.entries[..<index].indices.contains(where: {
                        fetch.entries[$0].file == entry.file && offsets[$0] == offset
                    })
            else { continue }
            let isFresh = offset == nil ? idle + opened == 0 : idle <= opened && opened < client.connections
            if isFresh || offset != nil { opened += 1 }
            let start = offset ?? end
            let isLookedUp = isFresh && theory.foretells && start < named ?? .max
            let lookup = isLookedUp ? theory.lookup(OriginSettings.hostName) : 0
            if isFresh { named = named ?? min(LinkTheory.horizon, start + lookup) }
            let serverTime = scenario.serverTime(of: file)
            let plain = TheoryInput(
                start: Instant(nanoseconds: start),
                connection: offset == nil ? 1 : opened,
                newConnection: isFresh,
                requestBytes: Self.requestBytes + (need == .validation ? Self.validatorBytes : 0),
                headerBytes: Self.headerBytes,
                bodyBytes: need == .body ? file.size : 0,
                serverDelay: serverTime ?? 0,
                lookup: lookup
            )
            guard theory.foretells, serverTime != nil, need != .untold, scenario.gives(file) else {
                isTold = false
                if theory.foretells { isOriginKnown = false }
                continue
            }
            if entry.cancelAfter != nil {
                isTold = false
                givesUp = true
            }
            if offset == nil {
                let input = history.continued(plain, requestedAt: plain.start)
                end = min(LinkTheory.horizon, end + lookup + theory.alone(input))
                history.finish(input, at: Instant(nanoseconds: end))
            } else {
                inputs.append(plain)
            }
        }
        note(theory.gaps + (givesUp ? [.givingUp] : []))
        note(isOriginKnown ? [] : [scenario.origin.spokenHTTP == .http2 ? .streams : .origin])
        let shared = theory.shared(inputs, connections: client.connections).ends.map(\.nanoseconds).max() ?? 0
        let duration = isTold ? max(end, shared) : nil
        knowsName = named != nil
        idle = max(idle, min(client.connections, opened))
        steps.append((fetch.name, duration))
        pass(duration)
    }
}
