import LinkModel

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
        for path in inputs.map(\.path) where !Self.staysInside(path) || reserved.contains(path) {
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

    private static func staysInside(_ path: String) -> Bool {
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
