import Experiments
import LinuxIO
import Runs
import ScenarioFormat
import Scenarios
import Wire

/// Runs random lines in virtual time, each in a guest of its own.
struct RandomLineRuns {
    /// The version of the guest kernel; nil for the newest.
    private let kernel: String?
    /// Where the caller's choice of runs stays; nil discards all.
    private let keep: String?
    private let folder = "/tmp/netlab-bench-\(RunClock.wall())"

    init(kernel: String?, keep: String?) throws(ExperimentError) {
        (self.kernel, self.keep) = (kernel, keep)
        do throws(SystemCallError) {
            try Folder.make(folder, mode: 0o777)
            if let keep { try Folder.make(keep, mode: 0o777) }
        } catch {
            throw ExperimentError("a folder for the runs could not be made: \(error)")
        }
    }

    /// The results of the scenario's run. The run's folder stays, among those to keep, if `isKept` says so.
    func results(
        of scenario: Scenario,
        isKept: ([RunResult]) -> Bool = { _ in false }
    ) throws(ExperimentError) -> [RunResult] {
        let (file, run) = ("\(folder)/\(scenario.name).yaml", "\(keep ?? folder)/\(scenario.name)")
        do throws(SystemCallError) {
            try WholeFile.write(file, Array(ResolvedScenario(scenario).text.utf8))
        } catch {
            throw ExperimentError("\(file) could not be written: \(error)")
        }
        let results = try ClockedRun(file, clock: "virtual", kernel: kernel, in: run).results
        if keep == nil || !isKept(results) { Folder.removeWhole(run) }
        return results
    }

    /// Removes everything but the runs to keep.
    func end() { Folder.removeWhole(folder) }
}
