import Grounds
package import ScenarioFormat
package import Scenarios

/// The source of a scenario's runs.
package struct ExperimentSource: Sendable {
    /// Names the scenario in messages.
    package var file: String
    /// The scenario as its author wrote it.
    package var text: [UInt8]
    /// Every combination of the scenario's matrix.
    package var set: ScenarioSet

    package init(file: String, text: [UInt8], set: ScenarioSet) {
        self.file = file
        self.text = text
        self.set = set
    }

    /// Reads a scenario from a text. `file` names it in diagnostics, and the files it names are looked up
    /// beside that path.
    package init(
        text: [UInt8],
        file: String,
        overrides: [ScenarioOverride] = [],
        purpose: ScenarioPurpose = .run
    ) throws(ScenarioError) {
        let set = try ScenarioLoader.load(
            text: text,
            file: file,
            overrides: overrides,
            files: ScenarioFiles(besides: file),
            purpose: purpose
        )
        self.init(file: file, text: text, set: set)
    }

    /// Takes a scenario made in Swift, checked by the same rules as a file.
    package init(_ scenario: Scenario, overrides: [ScenarioOverride] = []) throws(ScenarioError) {
        let set = try ScenarioLoader.load(scenario, overrides: overrides)
        self.init(file: scenario.name, text: Array(set.text.utf8), set: set)
    }
}
