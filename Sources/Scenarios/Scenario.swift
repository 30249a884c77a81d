package import LinkModel

/// One validated scenario with every default filled in, from which the bench is built.
package struct Scenario: Hashable, Sendable {
    package var name: String
    package var about: String?
    package var seed: UInt64
    /// nil if the scenario does not set it.
    package var clock: ClockChoice?
    /// The client reaches its origins through netlab's proxy, on its own host.
    package var hasProxy: Bool
    package var link: LinkSettings
    package var origin: OriginSettings
    /// In the order of the file. Names are unique, and none is the scenario's own host.
    package var namedOrigins: [NamedOrigin]
    package var client: ClientSettings
    package var steps: [Step]
    /// Those at the end of the file and those of the steps, by line number.
    package var expectations: [Expectation]

    /// Seed of fixtures, fates and draws unless the scenario sets one.
    package static let defaultSeed: UInt64 = 1

    /// Defaults are those of a scenario file. `ScenarioLoader` checks a scenario made here as it checks a
    /// file.
    package init(
        name: String,
        about: String? = nil,
        seed: UInt64 = defaultSeed,
        clock: ClockChoice? = nil,
        hasProxy: Bool = false,
        link: LinkSettings = LinkSettings(),
        origin: OriginSettings,
        namedOrigins: [NamedOrigin] = [],
        client: ClientSettings = ClientSettings(),
        steps: [Step],
        expectations: [Expectation] = []
    ) {
        self.name = name
        self.about = about
        self.seed = seed
        self.clock = clock
        self.hasProxy = hasProxy
        self.link = link
        self.origin = origin
        self.namedOrigins = namedOrigins
        self.client = client
        self.steps = steps
        self.expectations = expectations
    }
}

// MARK: Lines

extension Scenario {
    /// All lines of the run, in order.
    package var links: [LinkSettings] {
        [link] + steps.compactMap { if case .link(let settings) = $0 { settings } else { nil } }
    }

    /// The line at the end of the run.
    package var lastLink: LinkSettings { links.last ?? link }

    /// The traces that the lines follow, without duplicates.
    package var traces: [OpportunityTrace] {
        var names: Set<String> = []
        let rates = links.flatMap { [$0.parameters.down.rate, $0.parameters.up.rate] }
        return rates.compactMap { rate in
            guard case .trace(let trace) = rate, names.insert(trace.name).inserted else { return nil }
            return trace
        }
    }
}

// MARK: Hosts

extension Scenario {
    /// All hosts of the scenario, its own origin first.
    package var hosts: [NamedOrigin] {
        [NamedOrigin(host: OriginSettings.hostName, settings: origin)] + namedOrigins
    }

    /// All files, in the order of the scenario.
    package var hostedFiles: [HostedFile] { Self.files(of: origin, namedOrigins) }

    package static func files(of origin: OriginSettings, _ named: [NamedOrigin]) -> [HostedFile] {
        let own = origin.files.map {
            HostedFile(name: $0.name, host: OriginSettings.hostName, path: $0.name, size: $0.size)
        }
        return own
            + named.flatMap { origin in
                origin.settings.files.map {
                    HostedFile(
                        name: "\(origin.host)/\($0.name)",
                        host: origin.host,
                        path: $0.name,
                        size: $0.size
                    )
                }
            }
    }
}

// MARK: Inputs

extension Scenario {
    /// Folder in which a self-contained scenario keeps files that cannot keep their own path.
    private static let folder = "inputs"

    /// Every file that the scenario names, without duplicates.
    package var inputs: [ScenarioInput] {
        let contents = hosts.flatMap(\.settings.files).compactMap { file in
            if case .file(let path, let bytes) = file.content {
                ScenarioInput(path: path, bytes: bytes)
            } else {
                nil
            }
        }
        let traces = traces.map { trace in
            ScenarioInput(
                path: trace.name,
                bytes: Array(trace.milliseconds.map { "\($0)\n" }.joined().utf8)
            )
        }
        var seen: Set<String> = []
        return (contents + traces).filter { seen.insert($0.path).inserted }
    }

    /// The same scenario with every named file inside its own folder. Paths that lead out of the folder, and
    /// paths `reserved` there, are renamed into a subfolder.
    package func selfContained(reserved: Set<String>) -> Scenario {
        var taken: Set<String> = []
        var paths: [String: String] = [:]
        for path in inputs.map(\.path) where !Self.isInside(path) || reserved.contains(path) {
            let name = String(path.split(separator: "/").last ?? "file")
            var place = "\(Self.folder)/\(name)"
            var number = 1
            while !taken.insert(place).inserted {
                number += 1
                place = "\(Self.folder)/\(number)-\(name)"
            }
            paths[path] = place
        }
        return paths.isEmpty ? self : renamingInputs { paths[$0] ?? $0 }
    }

    /// Paths of named files that are not below the scenario's own folder. Links are not followed.
    package var foreignPaths: [String] {
        inputs.map(\.path).filter { path in
            var depth = 0
            return path.hasPrefix("/")
                || path.split(separator: "/").contains { part in
                    if part != "." { depth += part == ".." ? -1 : 1 }
                    return depth < 0
                }
        }
    }

    private static func isInside(_ path: String) -> Bool {
        !path.hasPrefix("/") && !path.split(separator: "/").contains("..") && !path.hasPrefix("\(folder)/")
    }

    private func renamingInputs(_ name: (String) -> String) -> Scenario {
        var scenario = self
        scenario.origin.renameInputs(name)
        for place in scenario.namedOrigins.indices {
            scenario.namedOrigins[place].settings.renameInputs(name)
        }
        scenario.link.renameInputs(name)
        for place in scenario.steps.indices {
            guard case .link(var link) = scenario.steps[place] else { continue }
            link.renameInputs(name)
            scenario.steps[place] = .link(link)
        }
        return scenario
    }
}

extension OriginSettings {
    fileprivate mutating func renameInputs(_ name: (String) -> String) {
        for place in files.indices {
            guard case .file(let path, let bytes) = files[place].content else { continue }
            files[place].content = .file(path: name(path), bytes: bytes)
        }
    }
}

extension LinkSettings {
    fileprivate mutating func renameInputs(_ name: (String) -> String) {
        for direction in [\LinkParameters.down, \.up] {
            guard case .trace(var trace) = parameters[keyPath: direction].rate else { continue }
            trace.name = name(trace.name)
            parameters[keyPath: direction].rate = .trace(trace)
        }
    }
}

// MARK: HTTP

extension Scenario {
    /// The version that the client and the origin speak. The client knows every version, so the origin's preference decides
    /// unless the client has one of its own.
    package var spokenHTTP: OfferedHTTP { client.http ?? origin.http.first ?? .http11 }
}
