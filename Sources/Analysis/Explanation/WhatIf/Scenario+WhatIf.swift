import LinkModel
import Runs
import Scenarios
import Wire

/// The changes of `WhatIfExperiment`.
extension Scenario {
    /// Time for what a preparing step leaves under way.
    private static let settling: Nanoseconds = 1_000_000_000

    mutating func eachLine(_ alter: (inout DirectionParameters) -> Void) {
        func altered(_ settings: LinkSettings) -> LinkSettings {
            var settings = settings
            alter(&settings.parameters.down)
            alter(&settings.parameters.up)
            return settings
        }
        link = altered(link)
        steps = steps.map { step in
            guard case .link(let settings) = step else { return step }
            return .link(altered(settings))
        }
    }

    mutating func eachOrigin(_ alter: (inout OriginSettings) -> Void) {
        alter(&origin)
        for place in namedOrigins.indices { alter(&namedOrigins[place].settings) }
    }

    mutating func fetchInTurn() {
        steps = steps.map { step in
            guard case .fetch(var fetch) = step else { return step }
            fetch.start = .inTurn
            for place in fetch.entries.indices { fetch.entries[place].at = nil }
            return .fetch(fetch)
        }
    }

    /// Opens, before each step, as many connections as it opened in the run; returns false if files are on
    /// several hosts.
    mutating func openConnections(as result: RunResult) -> Bool {
        guard namedOrigins.isEmpty else { return false }
        steps = steps.flatMap { step -> [Step] in
            guard case .fetch(let fetch) = step else { return [step] }
            let opened = result.transfers(of: fetch.name).count { $0.newConnection == true }
            return opened == 0 ? [step] : prepare("warm-up-\(fetch.name)", over: opened) + [step]
        }
        return true
    }

    /// Agrees on a session before everything else, over a connection that is closed again.
    mutating func agreeBefore() -> Bool {
        guard namedOrigins.isEmpty, origin.encryption != nil else { return false }
        steps = prepare("agreement", over: 1) + [.forget(.connections)] + steps
        return true
    }

    /// Keeps everything that is fetched, and forgets nothing.
    mutating func keepFetched() {
        func keeping(_ settings: ClientSettings) -> ClientSettings {
            var settings = settings
            (settings.policy, settings.revalidate) = (.both, .never)
            return settings
        }
        client = keeping(client)
        steps = steps.compactMap { step in
            switch step {
            case .forget(let what): what == .connections ? step : nil
            case .change: nil
            case .client(let settings): .client(keeping(settings))
            case .fetch, .link, .wait, .advance: step
            }
        }
    }

    /// Steps that fetch a few bytes over each of several connections at once, then wait until all is idle.
    private mutating func prepare(_ name: String, over connections: Int) -> [Step] {
        let entries = (0..<connections).map { number in
            let file = "warm-up-\(number).txt"
            if !origin.files.contains(where: { $0.name == file }) {
                origin.files.append(OriginFile(name: file, content: .text("warm")))
            }
            return FetchStep.Entry(file: file, options: [.forceRefresh])
        }
        return [.fetch(FetchStep(name: unused(name), entries: entries)), .wait(Self.settling)]
    }

    /// A step name that is not in use.
    private func unused(_ name: String) -> String {
        let taken = steps.contains { step in
            if case .fetch(let fetch) = step { fetch.name == name } else { false }
        }
        return taken ? unused(name + "-") : name
    }
}
