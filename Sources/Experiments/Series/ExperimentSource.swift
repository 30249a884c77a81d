package import ScenarioFormat
package import Scenarios

/// What a scenario's runs are made from.
package struct ExperimentSource: Sendable {
    /// The scenario as its author wrote it.
    package var text: [UInt8]
    /// Every combination of its matrix.
    package var set: ScenarioSet

    package init(text: [UInt8], set: ScenarioSet) {
        self.text = text
        self.set = set
    }

    /// A scenario as it stands in a text. `file` names it in diagnostics; what it names is looked for beside that.
    package init(text: [UInt8], file: String, overrides: [ScenarioOverride] = []) throws(ScenarioError) {
        let set = try ScenarioLoader.load(
            text: text,
            file: file,
            overrides: overrides,
            files: ScenarioFiles(besides: file)
        )
        self.init(text: text, set: set)
    }

    /// A scenario that was made in Swift, checked by the rules of a file.
    package init(_ scenario: Scenario, overrides: [ScenarioOverride] = []) throws(ScenarioError) {
        let set = try ScenarioLoader.load(scenario, overrides: overrides)
        self.init(text: Array(set.text.utf8), set: set)
    }
}
