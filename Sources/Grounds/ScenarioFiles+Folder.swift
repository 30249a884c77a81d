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
                if let file = try FileReader.regular(place) { return try file.bytes(limit + 1) }
            } catch {
                throw ScenarioFileProblem(error.reason)
            }
            throw ScenarioFileProblem("\(place) is not a regular file: a pipe or device may never end")
        }
    }

    /// Reads the files that a stranger's order names: those beneath a folder, whatever links say. Where this
    /// program runs as root and the stranger may not, only those that every user may read.
    package init(beneath folder: String) {
        let tree: FolderTree?
        let problem: String
        do throws(SystemCallError) {
            tree = try FolderTree(folder)
            problem = ""
        } catch {
            tree = nil
            problem = error.reason
        }
        self.init { path, limit throws(ScenarioFileProblem) in
            var failure =
                "an order can read only regular files beneath the folder in which netlab was started"
            guard let tree else { throw ScenarioFileProblem("\(folder) cannot be opened: \(problem)") }
            do throws(SystemCallError) {
                if !path.hasPrefix("/"), let (file, status) = try tree.open(Array(path.utf8)) {
                    if status.isReadableByAll || !Machine.isRoot {
                        return try file.bytes(in: 0..<min(status.size, limit + 1))
                    }
                    failure =
                        "not every user may read it, and netlab may run as root for another user's order"
                }
            } catch {
                failure = error.reason
            }
            throw ScenarioFileProblem(failure)
        }
    }
}
