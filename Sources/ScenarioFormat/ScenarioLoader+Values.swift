package import Scenarios

extension ScenarioLoader {
    /// Checks a scenario made in Swift by the rules for files. Diagnostics give places in the text that
    /// `ResolvedScenario` writes for it.
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
    /// The files that a scenario already contains.
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
