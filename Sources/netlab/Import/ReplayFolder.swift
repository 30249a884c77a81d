import LinuxIO
import Recordings
import Scenarios

/// A replay as files: the scenario, and beside it what it serves.
enum ReplayFolder {
    static let scenario = "scenario.yaml"

    /// Writes both into a folder, which must be new or empty; answers the scenario's path.
    static func write(_ replay: ReplayScenario, to path: String) throws(CommandFailure) -> String {
        do {
            try Folder.make(path, mode: 0o700)
            guard try Folder.names(in: path).isEmpty else {
                throw CommandFailure(.wrongUsage, "\(path) is not empty: an import wants a folder of its own")
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

    /// Writes the scenario alone.
    static func write(_ replay: ReplayScenario, alone path: String) throws(CommandFailure) {
        let text = Array(replay.text.utf8)
        do {
            try WholeFile.write(path, text, mode: 0o600)
        } catch {
            throw CommandFailure(.failed, "the scenario could not be written: \(error)")
        }
        // What could not be loaded must not be found out when it is to be run.
        _ = try ScenarioLoading.load(path)
    }
}
