import Experiments
import ScenarioFormat

extension ExperimentSource {
    /// A scenario that a benchmark makes.
    init(benchmark text: String) throws(ExperimentError) {
        do throws(ScenarioError) {
            try self.init(text: Array(text.utf8), file: "<bench>")
        } catch {
            throw ExperimentError(error.description)
        }
    }

    /// A scenario that comes with netlab.
    static func bundled(_ name: String) throws(ExperimentError) -> ExperimentSource {
        guard let text = BundledScenarios.texts[name] else {
            throw ExperimentError("there is no bundled scenario \(name)")
        }
        return try ExperimentSource(benchmark: String(decoding: text, as: UTF8.self))
    }
}
