package import Capture
package import Grounds
package import LinkModel
package import LinuxIO
package import Runs
package import Testbed

/// Progress of experiments, in the order of the cases. Their number is bounded by the scenario.
package enum ExperimentEvent: Sendable {
    /// Waiting for another run on this machine to end; nil if its process cannot be seen.
    case waitingForMachine(MachineHolder?)
    /// A run is about to begin.
    case beginning(BenchPlan, ExperimentForecast)
    /// The run falls back to byte streams, since packet mode is not available for this reason.
    case fellBackToStreams(BenchError)
    /// Steps and transfers of the run, and its progress.
    case running(RunEvent)
    /// A run's transfers have ended; analysis begins.
    case measured
    /// A capture could not be read, so the result lacks what that host saw.
    case captureUnreadable(path: String, CaptureError)
    /// A document that tells nothing new could not be written.
    case documentNotWritten(SystemCallError)
    /// What the line did to the run's packets, each way. Not told without packets, nor of an incomplete log.
    case carried([LinkDirection: PacketCounts])
    /// Something that explains the run's figures; the most important first.
    case finding(RunFinding)
    /// An expectation and its verdict, in the scenario's order.
    case verdict(ExpectationResult)
    /// A run has ended; its folder holds the same result, and its reports.
    case ended(RunResult, RunFolder)
    /// The last run of a scenario has ended; the folder holds all its runs.
    case seriesEnded([RunResult], RunFolder)
}
