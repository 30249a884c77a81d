package import Runs

/// One thing that happened in a run under way, told on the main thread. Steps and transfers come once each and in order;
/// progress comes ten times a second at most, so a reader that keeps everything is bounded by the scenario.
package enum RunEvent: Hashable, Sendable {
    /// A fetch step begins: the transfers that it will have.
    case stepBegan(name: String, transfers: Int)
    /// A caller has asked the client.
    case transferBegan(id: Int, step: String, file: String)
    /// Bytes received while transfers are under way.
    case progress(RunProgress)
    /// A caller has its bytes, or the failure.
    case transferEnded(TransferRecord)
    /// All transfers of the step have ended, or the run was stopped within it (`isComplete`).
    case stepEnded(StepRecord)
}
