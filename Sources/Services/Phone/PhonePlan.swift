package import LinkModel
package import Programs
import ScenarioFormat
import Scenarios
import Testbed

/// The line that phones are behind, and the origin at its end.
package struct PhonePlan {
    let bench: BenchPlan
    let ownLines: OwnPhoneLines
    /// Which versions of IP phones have.
    package var ip: IPVersions { link.ip }
    var link: LinkParameters { bench.scenario.link.parameters }
    /// nil if nothing is intercepted.
    let interception: PhoneInterception?
    /// nil if there is no page of traffic.
    let traffic: TrafficPlan?

    package init(_ arguments: ParsedArguments, _ options: PhoneOptions) throws(CommandFailure) {
        let scenario = try ScenarioLoading(arguments).bench(
            options.scenario,
            who: "phones are",
            command: PhoneOptions.command
        )
        ownLines = try OwnPhoneLines(arguments, behind: scenario.link.parameters)
        interception = try PhoneInterception(arguments)
        traffic = try TrafficPlan(arguments)
        bench = BenchPlan(scenario: scenario, resolved: ResolvedScenario(scenario).text)
    }
}
