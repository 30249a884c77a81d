import Experiments
import ScenarioFormat
import Scenarios

extension ExperimentSource {
    /// A scenario that a benchmark makes.
    static func made(_ scenario: Scenario) throws(ExperimentError) -> ExperimentSource {
        do throws(ScenarioError) {
            return try ExperimentSource(scenario)
        } catch {
            throw ExperimentError(error.description)
        }
    }

    /// A scenario that comes with netlab.
    static func bundled(_ name: String) throws(ExperimentError) -> ExperimentSource {
        guard let text = BundledScenarios.texts[name] else {
            throw ExperimentError("there is no bundled scenario \(name)")
        }
        do throws(ScenarioError) {
            return try ExperimentSource(text: text, file: "\(name).yaml")
        } catch {
            throw ExperimentError(error.description)
        }
    }
}
