import LinuxIO
import Runs
package import ScenarioFormat

extension ScenarioFiles {
    /// Reads the files that a scenario names from the scenario's own folder; for standard input, from the
    /// working folder.
    package init(besides scenario: String) {
        let folder = scenario.lastIndex(of: "/").map { String(scenario[...$0]) } ?? ""
        self.init { path, limit throws(ScenarioFileProblem) in
            let place = path.hasPrefix("/") ? path : folder + path
            guard WholeFile.exists(place) else {
                let resolved = "\(folder)\(Artifact.resolvedScenario.fileName)"
                let advice = WholeFile.exists(resolved) ? "; \(resolved) names the run's own copy" : ""
                throw ScenarioFileProblem("there is no file \(place)\(advice)")
            }
            if Folder.exists(place) { throw ScenarioFileProblem("\(place) is a folder") }
            do throws(SystemCallError) {
                return try WholeFile.read(place, limit: limit)
            } catch {
                throw ScenarioFileProblem(error.reason)
            }
        }
    }
}
