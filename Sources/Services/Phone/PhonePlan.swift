package import Programs
import ScenarioFormat
import Scenarios
import Testbed

/// The line that phones are behind, and the origin at its end.
package struct PhonePlan {
    let bench: BenchPlan

    package init(_ arguments: ParsedArguments, _ options: PhoneOptions) throws(CommandFailure) {
        let loading = try ScenarioLoading(arguments)
        let scenario =
            if let name = options.scenario {
                try loading.load(name, purpose: .bench).only("phones are behind one line")
            } else {
                try BareScenario.load(loading, command: PhoneOptions.command)
            }
        if scenario.hasProxy {
            throw CommandFailure(
                .wrongUsage,
                "phones are behind a line only: `proxy: true` of \(scenario.name) needs netlab run",
                advice: "--set proxy=false leaves it out"
            )
        }
        bench = BenchPlan(scenario: scenario, resolved: ResolvedScenario(scenario).text)
    }
}
