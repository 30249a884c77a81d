import FuzzSupport
import ScenarioFormat
import Scenarios

/// Any bytes as a scenario: rejected with a reason, or the same once written out in full and loaded again.
package func fuzzScenario(_ bytes: [UInt8]) {
    guard let set = load(bytes, as: "fuzzed.yaml") else { return }
    demand(!set.variants.isEmpty, "a scenario without variants")
    // A matrix has many similar variants.
    for variant in set.variants.prefix(4) {
        let text = ResolvedScenario(variant.scenario).text
        guard let again = load(Array(text.utf8), as: "resolved.yaml") else {
            demand(false, "refused once written out:\n\(text)")
            return
        }
        demand(again.variants.count == 1, "several written as one")
        let scenario = again.variants[0].scenario
        demand(
            withoutLines(scenario) == withoutLines(variant.scenario),
            "another one once written out:\n\(text)"
        )
        demand(ResolvedScenario(scenario).text == text, "written out in two ways")
    }
}

private func load(_ bytes: [UInt8], as file: String) -> ScenarioSet? {
    do throws(ScenarioError) {
        return try ScenarioLoader.load(text: bytes, file: file)
    } catch {
        demand(!error.diagnostics.isEmpty && !error.description.isEmpty, "refused without a reason")
        return nil
    }
}

/// The written scenario has its expectations on other lines.
private func withoutLines(_ scenario: Scenario) -> Scenario {
    var copy = scenario
    for index in copy.expectations.indices { copy.expectations[index].line = 0 }
    return copy
}
