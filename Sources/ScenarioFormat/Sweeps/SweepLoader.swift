import Scenarios

/// The bytes of a sweep's file -> its design and its scenarios, or all its faults.
///
/// A scenario is a sweep, too: of its matrix.
package enum SweepLoader {
    static let keys = [
        "sweep", "name", "scenario", "scenarios", "axes", "sample", "seeds", "until", "skip", "only",
        "clock", "kernel", "link",
    ]

    /// How a scenario that the sweep names is found: its file's name in diagnostics, its text, and the files beside it.
    package typealias Finding =
        (_ name: String) throws(ScenarioFileProblem) -> (file: String, text: [UInt8], files: ScenarioFiles)

    /// Whether the text has a key `sweep` at its top, as no scenario has.
    package static func isMeant(_ text: [UInt8]) -> Bool {
        YAMLText.hasKey("sweep", atTopOf: text)
    }

    /// `file` names the text in diagnostics; `files` are those beside it.
    package static func load(
        text: [UInt8],
        file: String,
        files: ScenarioFiles,
        finding: Finding
    ) throws(ScenarioError) -> LoadedSweep {
        guard isMeant(text) else {
            let scenario = try SweptScenario(text: text, file: file, files: files)
            let source = SweepDesign.Source(name: scenario.name, matrix: scenario.matrix)
            return LoadedSweep(
                design: SweepDesign(name: scenario.name, sources: [source]),
                scenarios: [scenario]
            )
        }
        let log = DiagnosticLog(file: file, of: "a sweep")
        guard let decoded = YAMLText.decode(text, log: log), let root = YAMLTree.read(decoded, log: log)
        else {
            throw log.error
        }
        let loaded = try SweepDecoder(ValueReader(log: log), ScenarioName.from(file: file)).decode(
            root,
            finding
        )
        guard let loaded, log.isEmpty else { throw log.error }
        return loaded
    }
}
