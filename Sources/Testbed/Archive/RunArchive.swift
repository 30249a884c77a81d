import JSON
package import LinuxIO
package import Runs
import Scenarios

/// The files of one run beside its captures. A log that cannot be written fails the run, and does not lose the others.
package struct RunArchive: Sendable {
    private static let resultName = "result.json"
    /// What a run itself writes.
    package static let fileNames = Set(Artifact.allCases.map(\.fileName) + [resultName])

    package let folder: RunFolder
    /// The scenario file as given.
    private let text: [UInt8]
    /// A run of the same scenario before this one, whose copies of what it names may be shared.
    private let earlier: RunFolder?

    package init(_ folder: RunFolder, scenarioText: [UInt8], earlier: RunFolder? = nil) {
        self.folder = folder
        text = scenarioText
        self.earlier = earlier
    }

    /// What stands in the folder when a run has ended.
    package var artifacts: [Artifact] {
        Artifact.allCases.filter { WholeFile.exists(folder.file($0)) }
    }

    /// Writes what is known before the run.
    package func begin(_ plan: BenchPlan) throws(SystemCallError) {
        try WholeFile.write(folder.file(.scenario), text)
        try WholeFile.write(folder.file(.resolvedScenario), Array(plan.resolved.utf8))
        for input in plan.scenario.inputs { try keep(input) }
    }

    /// Keeps a copy of a file that the scenario names, under the name that it has there.
    private func keep(_ input: ScenarioInput) throws(SystemCallError) {
        let place = folder.file(input.path)
        if let slash = place.lastIndex(of: "/") { try Folder.make(String(place[..<slash]), mode: 0o700) }
        if let earlier, WholeFile.link(earlier.file(input.path), to: place) { return }
        try WholeFile.write(place, input.bytes)
    }

    /// Writes the logs: each has as many whole lines as there is room for.
    package func keep(_ record: inout RunRecord) {
        keep(.timingLog, record.timing, &record)
        keep(.originLog, record.originLog, &record)
        keep(.linkLog, record.linkLog, &record)
        keepSecrets(&record)
    }

    /// Writes the result; where that fails the result says so itself, for whoever still gets it.
    package func keep(_ result: inout RunResult) {
        do {
            try folder.write(Self.resultName, Array(result.json.pretty.utf8))
        } catch {
            WholeFile.remove(folder.file(Self.resultName))
            guard result.outcome != .interrupted else { return }
            result.outcome = .failed
            result.failure = result.failure ?? "\(Self.resultName): \(error)"
        }
    }

    /// What opens the captures of encrypted connections.
    private func keepSecrets(_ record: inout RunRecord) {
        guard !record.tlsSecrets.isEmpty else { return }
        do {
            let text = record.tlsSecrets.map { $0 + "\n" }.joined()
            try WholeFile.write(folder.file(.tlsKeys), Array(text.utf8))
        } catch {
            record.fail("\(Artifact.tlsKeys.fileName): \(error)")
        }
    }

    private func keep<Entry: JSONLine>(_ artifact: Artifact, _ entries: [Entry], _ record: inout RunRecord) {
        do {
            try write(entries, to: folder.file(artifact))
        } catch {
            record.fail("\(artifact.fileName): \(error)")
        }
    }

    private func write<Entry: JSONLine>(_ entries: [Entry], to path: String) throws(SystemCallError) {
        var file = try FileWriter(path: path)
        var lines = JSONLines<Entry>()
        try file.append(lines.bytes.span.bytes)
        for entry in entries {
            lines.removeAll()
            lines.append(entry)
            try file.append(lines.bytes.span.bytes)
        }
        try file.close()
    }
}
