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
        let scenario = try loading.bench(
            options.scenario,
            who: "a command runs",
            command: ExecOptions.command
        )
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
