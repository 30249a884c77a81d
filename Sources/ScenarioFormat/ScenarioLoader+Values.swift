package import Scenarios

extension ScenarioLoader {
    /// Checks a scenario that was made in Swift by the rules of a file. Diagnostics name places in the text that
    /// `ResolvedScenario` writes of it.
    package static func load(
        _ scenario: Scenario,
        overrides: [ScenarioOverride] = []
    ) throws(ScenarioError) -> ScenarioSet {
        try load(
            text: Array(ResolvedScenario(scenario).text.utf8),
            file: scenario.name,
            overrides: overrides,
            files: ScenarioFiles(of: scenario)
        )
    }
}

extension ScenarioFiles {
    /// What a scenario already holds of the files that it names.
    init(of scenario: Scenario) {
        let contents = Dictionary(uniqueKeysWithValues: scenario.inputs.map { ($0.path, $0.bytes) })
        self.init { path, limit throws(ScenarioFileProblem) in
            guard let bytes = contents[path] else {
                throw ScenarioFileProblem("the scenario has no such file")
            }
            return Array(bytes.prefix(limit + 1))
        }
    }
}
