package import Programs
import ScenarioFormat
import Scenarios
import Testbed

/// The line and the origin for a command.
package struct ExecPlan {
    let bench: BenchPlan
    /// True if no option sets the line.
    let isUnlimited: Bool

    package init(_ arguments: ParsedArguments, _ options: ExecOptions) throws(CommandFailure) {
        let loading = try ScenarioLoading(arguments)
        let scenario =
            if let name = options.scenario {
                try loading.load(name, purpose: .bench).only("a command runs behind one scenario")
            } else {
                try BareScenario.load(loading, command: ExecOptions.command)
            }
        if scenario.hasProxy {
            throw CommandFailure(
                .wrongUsage,
                "a command runs behind a line only: `proxy: true` of \(scenario.name) needs netlab run",
                advice: "--set proxy=false leaves it out"
            )
        }
        isUnlimited =
            options.scenario == nil && arguments.value("--profile") == nil
            && !arguments.values("--set").contains { $0.hasPrefix("link.") }
        bench = BenchPlan(
            scenario: scenario,
            resolved: ResolvedScenario(scenario).text,
            carrier: options.carrier
        )
    }
}
