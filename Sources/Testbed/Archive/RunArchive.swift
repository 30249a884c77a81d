package import LinuxIO
package import Runs

/// The files of one run beside its captures. A log that cannot be written fails the run, and does not lose the others.
package struct RunArchive: Sendable {
    package let folder: RunFolder
    /// The scenario file as given.
    private let text: [UInt8]

    package init(_ folder: RunFolder, scenarioText: [UInt8]) {
        self.folder = folder
        text = scenarioText
    }

    /// What stands in the folder when a run has ended.
    package var artifacts: [Artifact] {
        [
            Artifact(.clientCapture, file: CaptureRecord.Host.client.fileName),
            Artifact(.serverCapture, file: CaptureRecord.Host.origin.fileName),
            Artifact(.timingLog, file: "timing.jsonl"),
            Artifact(.linkLog, file: "link.jsonl"),
            Artifact(.originLog, file: "origin.jsonl"),
            Artifact(.scenario, file: "scenario.yaml"),
            Artifact(.resolvedScenario, file: "resolved.yaml"),
        ].filter { FileText.exists(folder.file($0.file)) }
    }

    /// Writes what is known before the run.
    package func begin(_ plan: BenchPlan) throws(SystemCallError) {
        try folder.write("scenario.yaml", text)
        try folder.write("resolved.yaml", Array(plan.resolved.utf8))
    }

    /// Writes the logs.
    package func keep(_ record: inout RunRecord) {
        keep("timing.jsonl", JSONLines.file(record.timing), &record)
        keep("origin.jsonl", JSONLines.file(record.originLog), &record)
        keep("link.jsonl", JSONLines.file(record.linkLog), &record)
    }

    /// Writes the result; where that fails the result says so itself, for whoever still gets it.
    package func keep(_ result: inout RunResult) {
        do {
            try folder.write("result.json", Array(result.json.pretty.utf8) + [0x0A])
        } catch {
            folder.remove("result.json")
            guard result.outcome != .interrupted else { return }
            result.outcome = .failed
            result.failure = result.failure ?? "result.json: \(error)"
        }
    }

    private func keep(_ name: String, _ bytes: [UInt8], _ record: inout RunRecord) {
        do {
            try folder.write(name, bytes)
        } catch {
            record.fail("\(name): \(error)")
            cutBack(name, bytes)
        }
    }

    /// Leaves as many whole lines as there was room for.
    private func cutBack(_ name: String, _ bytes: [UInt8]) {
        let written = FileText.size(folder.file(name)) ?? 0
        let whole = bytes[..<min(written, bytes.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Shortening needs no room; where even that fails the last line is broken, and readers stop before it.
        try? FileText.truncate(folder.file(name), to: whole)
    }
}
