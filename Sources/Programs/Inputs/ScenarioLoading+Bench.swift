import ScenarioFormat
package import Scenarios

/// Scenarios of which only the line and the origin are used.
extension ScenarioLoading {
    package static let benchOption = CommandOption(
        "--scenario",
        value: "SCENARIO",
        about: "the line and the files of a scenario; its steps are not run"
    )

    /// The scenario with this name, or the bare one if there is no name. `who` stands behind its line, and begins its errors,
    /// such as `a command runs`.
    package func bench(_ name: String?, who: String, command: String) throws(CommandFailure) -> Scenario {
        let scenario =
            if let name {
                try load(name, purpose: .bench).only("\(who) behind one scenario")
            } else {
                try BareScenario.load(self, command: command)
            }
        if scenario.hasProxy {
            throw CommandFailure(
                .wrongUsage,
                "\(who) behind a line only: `proxy: true` of \(scenario.name) needs netlab run",
                advice: "--set proxy=false leaves it out"
            )
        }
        return scenario
    }
}
