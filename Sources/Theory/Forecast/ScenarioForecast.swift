package import Runs
package import Scenarios
package import Wire

/// Predicted duration of a scenario before it runs, with header sizes as netlab's own programs send them.
package struct ScenarioForecast: Sendable {
    /// A request for a file with a short name, and what a validator adds to it.
    private static let requestBytes = 100
    private static let validatorBytes = 40
    private static let headerBytes = 170

    /// Each fetching step in order; a nil duration means that theory cannot predict it.
    package private(set) var steps: [(name: String, duration: Nanoseconds?)] = []
    /// Sum of all steps and waits; nil if theory cannot predict one of them.
    package private(set) var total: Nanoseconds? = 0
    /// What theory leaves out for the lines that the steps use.
    package private(set) var gaps: [TheoryGap] = []

    private var theory: LinkTheory
    private var cache = CacheForecast()
    private var client: ClientSettings
    /// By name.
    private let files: [String: HostedFile]
    /// Connections that are open and idle.
    private var idle = 0
    /// True once the client has resolved the origin's name. It keeps the address as long as its connections.
    private var knowsName = false

    /// `isWindowless`: see `LinkTheory`.
    package init(_ scenario: Scenario, isWindowless: Bool = false) {
        theory = LinkTheory(link: scenario.link.parameters, isWindowless: isWindowless)
        client = scenario.client
        files = Dictionary(scenario.hostedFiles.map { ($0.name, $0) }) { first, _ in first }
        for step in scenario.steps {
            switch step {
            case .fetch(let fetch): add(fetch, of: scenario)
            case .forget(let what): forget(what, closes: !scenario.hasProxy)
            case .change(let files): cache.change(files)
            case .client(let settings): client = settings
            case .link(let link): theory = LinkTheory(link: link.parameters, isWindowless: isWindowless)
            case .wait(let time): pass(time)
            case .advance(let time): cache.advance(by: time, client)
            }
        }
    }

    /// nil makes the total unknown.
    private mutating func pass(_ time: Nanoseconds?) {
        guard let before = total, let time else {
            total = nil
            return
        }
        total = min(LinkTheory.horizon, before + time)
    }

    /// `closes` if no proxy keeps the connections over the line.
    private mutating func forget(_ what: Step.Forgetting, closes: Bool) {
        cache.forget(what)
        guard closes, what == .connections || what == .all else { return }
        idle = 0
        knowsName = false
    }

    /// Keeps the order of `TheoryGap.allCases`, without duplicates.
    private mutating func note(_ met: [TheoryGap]) {
        let all = gaps + met
        gaps = TheoryGap.allCases.filter { all.contains($0) }
    }

    // MARK: Fetching

    private mutating func add(_ fetch: FetchStep, of scenario: Scenario) {
        var step = StepInputs(theory, idle: idle, isNameKnown: knowsName, connections: client.connections)
        let offsets = fetch.offsets
        for (index, entry) in fetch.entries.enumerated() {
            guard let file = files[entry.file] else { continue }
            if index > 0, offsets[index] == nil {
                if entry.isOnSamePage { step.markUnpredictable() } else { step.think(for: fetch.think) }
            }
            let need = cache.fetch(
                entry.file,
                size: file.size,
                entry.options,
                statesFreshness: scenario.settings(of: file).behaviour(of: file.path).statesFreshness,
                by: client
            )
            guard need != .nothing, !Self.isShared(index, of: fetch, offsets) else { continue }
            let input = input(
                file,
                need,
                serverTime: scenario.servesWhole(file) ? scenario.serverTime(of: file) : nil
            )
            if need == .untold {
                step.markUnpredictable()
                note([.freshness])
            }
            if entry.cancelAfter != nil, input != nil { step.giveUp() }
            if entry.pause != nil {
                step.markUnpredictable()
                note([.pausing])
            }
            step.add(input, at: offsets[index])
        }
        note(theory.gaps + (step.hasGivenUp ? [.givingUp] : []))
        note(step.isOriginKnown ? [] : [scenario.spokenHTTP == .http2 ? .streams : .origin])
        knowsName = step.named != nil
        idle = max(idle, min(client.connections, step.opened))
        steps.append((fetch.name, step.duration))
        pass(step.duration)
    }

    /// A request for the same file at the same time shares the other's transfer.
    private static func isShared(_ index: Int, of fetch: FetchStep, _ offsets: [Nanoseconds?]) -> Bool {
        guard let offset = offsets[index] else { return false }
        return fetch.entries[..<index].indices.contains {
            fetch.entries[$0].file == fetch.entries[index].file && offsets[$0] == offset
        }
    }

    /// nil if the origin's answer is unpredictable.
    private func input(_ file: HostedFile, _ need: CacheForecast.Need, serverTime: Nanoseconds?)
        -> TheoryInput?
    {
        guard let serverTime else { return nil }
        return TheoryInput(
            newConnection: false,
            requestBytes: Self.requestBytes + (need == .validation ? Self.validatorBytes : 0),
            headerBytes: Self.headerBytes,
            bodyBytes: need == .body ? file.size : 0,
            serverDelay: serverTime
        )
    }
}
