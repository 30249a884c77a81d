import LinuxIO
package import Programs
package import Recordings
import Scenarios

/// A replay as files: the scenario and the files that it serves.
package enum ReplayFolder {
    static let scenario = "scenario.yaml"

    /// Writes all files into a folder, which must be new or empty. Returns the scenario's path.
    package static func write(_ replay: ReplayScenario, to path: String) throws(CommandFailure) -> String {
        do {
            try Folder.make(path, mode: 0o700)
            guard try Folder.names(in: path).isEmpty else {
                throw CommandFailure(
                    .wrongUsage,
                    "\(path) is not empty: an import needs an empty or new folder"
                )
            }
            for fixture in replay.fixtures {
                let file = "\(path)/\(fixture.path)"
                try Folder.make(
                    String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)),
                    mode: 0o700
                )
                try WholeFile.writeNew(file, [fixture.bytes])
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.failed, "\(path) could not be written: \(error)")
        }
        try write(replay, alone: "\(path)/\(scenario)")
        return "\(path)/\(scenario)"
    }

    /// Writes only the scenario.
    static func write(_ replay: ReplayScenario, alone path: String) throws(CommandFailure) {
        let text = Array(replay.text.utf8)
        do {
            try WholeFile.write(path, text, mode: 0o600)
        } catch {
            throw CommandFailure(.failed, "the scenario could not be written: \(error)")
        }
        // Load it now, so that a scenario that does not load is found before it is run.
        _ = try ScenarioLoading.load(path)
    }
}
