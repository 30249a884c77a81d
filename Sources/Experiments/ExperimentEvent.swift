package import Capture
package import Runs
package import Testbed

/// Progress of experiments, in the order of the cases.
package enum ExperimentEvent: Sendable {
    /// Waiting for another run on this machine to end.
    case waitsForMachine
    /// A run is about to begin.
    case begins(BenchPlan, ExperimentForecast)
    /// The run falls back to byte streams, since packet mode is not available for this reason.
    case usesStreams(BenchError)
    /// Steps and transfers of the run, and its progress.
    case running(RunEvent)
    /// A run's transfers have ended; analysis begins.
    case measured
    /// A capture could not be read, so the result lacks what that host saw.
    case missesCapture(path: String, CaptureError)
    /// A run has ended; its folder holds the same result.
    case ended(RunResult)
    /// The last run of a scenario has ended; the folder holds all its runs.
    case seriesEnded([RunResult], RunFolder)
}
