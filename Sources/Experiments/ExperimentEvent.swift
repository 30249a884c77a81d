package import Capture
package import Runs
package import Testbed

/// What experiments tell while they go on, in the order of the cases: for whoever shows it.
package enum ExperimentEvent: Sendable {
    /// Another run on this machine has to end first.
    case waitsForMachine
    /// A run is about to begin.
    case begins(BenchPlan, ExperimentForecast)
    /// Packets cannot be had, for this reason: byte streams stand in.
    case usesStreams(BenchError)
    /// A run's steps and transfers, and how far they are.
    case running(RunEvent)
    /// A run's transfers have ended, and are judged now.
    case measured
    /// A capture could not be read, and its host's sight is missing from the result.
    case missesCapture(path: String, CaptureError)
    /// A run has ended; its folder holds the same.
    case ended(RunResult)
    /// The last run of a scenario has ended, all of them in this folder.
    case seriesEnded([RunResult], RunFolder)
}
