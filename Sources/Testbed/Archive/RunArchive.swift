package import JSON
package import LinuxIO
package import Runs
import Scenarios

/// Writes the files of one run beside its captures. A log that cannot be written fails the run, but the other
/// logs are still written.
package struct RunArchive: Sendable {
    /// Names of the files that a run writes itself.
    package static let fileNames = Set(
        Artifact.allCases.map(\.fileName) + [RunResult.fileName, RunRecord.fileName]
    )

    package let folder: RunFolder
    /// The scenario file as given.
    private let text: [UInt8]
    /// An earlier run of the same scenario, whose copies of input files this run may link to.
    private let earlier: RunFolder?

    package init(_ folder: RunFolder, scenarioText: [UInt8], earlier: RunFolder? = nil) {
        self.folder = folder
        text = scenarioText
        self.earlier = earlier
    }

    /// The files that exist in the folder after the run.
    package var artifacts: [Artifact] {
        Artifact.allCases.filter { WholeFile.exists(folder.file($0)) }
    }

    /// Writes what is known before the run.
    package func begin(_ plan: BenchPlan) throws(SystemCallError) {
        try WholeFile.write(folder.file(.scenario), text)
        try WholeFile.write(folder.file(.resolvedScenario), Array(plan.resolved.utf8))
        for input in plan.scenario.inputs { try keep(input) }
    }

    /// Keeps a copy of an input file under the path that the scenario names.
    private func keep(_ input: ScenarioInput) throws(SystemCallError) {
        let place = folder.file(input.path)
        if let slash = place.lastIndex(of: "/") { try Folder.make(String(place[..<slash]), mode: 0o700) }
        if let earlier, WholeFile.link(earlier.file(input.path), to: place) { return }
        try WholeFile.write(place, input.bytes)
    }

    /// Writes the logs, and what else was recorded. On a full disk each log keeps as many whole lines as fit.
    package func keep(_ record: inout RunRecord) {
        keep(.timingLog, record.timing, &record)
        keep(.originLog, record.originLog, &record)
        keep(.linkLog, record.linkLog, &record)
        if !record.quicLog.isEmpty { keep(.quicLog, record.quicLog, &record) }
        if !record.proxyLog.isEmpty { keep(.proxyLog, record.proxyLog, &record) }
        keepSecrets(&record)
        do {
            try folder.write(RunRecord.fileName, Array(record.json.pretty.utf8))
        } catch {
            record.fail("\(RunRecord.fileName): \(error)")
        }
    }

    /// Writes the result as the document that is made of it. If that fails, the result itself says so. On a full disk
    /// the HTTP archive, which tells nothing new, makes room; the failure is returned then.
    package func keep(
        _ result: inout RunResult,
        as document: (RunResult) -> JSONValue
    ) -> SystemCallError? {
        do throws(SystemCallError) {
            try write(document(result))
            return nil
        } catch {
            guard error.isFull, let place = result.artifacts.firstIndex(of: .httpArchive) else {
                fail(&result, error)
                return nil
            }
            WholeFile.remove(folder.file(.httpArchive))
            result.artifacts.remove(at: place)
            do throws(SystemCallError) { try write(document(result)) } catch { fail(&result, error) }
            return SystemCallError("write", on: folder.file(.httpArchive), errno: error.errno)
        }
    }

    private func write(_ document: JSONValue) throws(SystemCallError) {
        try folder.write(RunResult.fileName, Array(document.pretty.utf8))
    }

    private func fail(_ result: inout RunResult, _ error: SystemCallError) {
        WholeFile.remove(folder.file(RunResult.fileName))
        guard result.outcome != .interrupted else { return }
        result.outcome = .failed
        result.failure = result.failure ?? "\(RunResult.fileName): \(error)"
    }

    /// Writes the client's exchanges as an HTTP archive, which the result then names. It tells nothing new: without
    /// room for it the run is as good, so the failure is returned.
    package func keep(_ archive: JSONDraft, of result: inout RunResult) -> SystemCallError? {
        let path = folder.file(.httpArchive)
        do {
            try write(archive, to: path)
            result.artifacts.append(.httpArchive)
            return nil
        } catch {
            WholeFile.remove(path)
            return error
        }
    }

    private func write(_ document: JSONDraft, to path: String) throws(SystemCallError) {
        var file = try FileWriter(path: path)
        // The first failure is final, and `close` throws it again.
        document.write { piece in try? file.append(piece.span.bytes) }
        try file.close()
    }

    /// Writes a report, which tells nothing new: without room for it the run is as good, so the failure is returned.
    package func keep(report: [UInt8], as name: String) -> SystemCallError? {
        do {
            try folder.write(name, report)
            return nil
        } catch {
            WholeFile.remove(folder.file(name))
            return error
        }
    }

    /// Writes the TLS secrets that decrypt the captures.
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
        do {
            var lines = JSONLines<Entry>()
            try file.append(lines.bytes.span.bytes)
            for entry in entries {
                lines.removeAll()
                lines.append(entry)
                try file.append(lines.bytes.span.bytes)
            }
            try file.flush()
        } catch {
            // A log without even its schema is none.
            WholeFile.removeEmpty(path)
            throw error
        }
        try file.close()
    }
}
