import Scenarios
package import Wire

/// Transfers of a step that the client will give up, since theory gives them longer than the client waits.
package struct PredictedTimeout: Hashable, Sendable {
    package var step: String
    /// The one that takes longest.
    package var file: String
    package var duration: Nanoseconds
    /// How long the client waits.
    package var limit: Nanoseconds
    /// How many transfers of the step take longer than that.
    package var transfers: Int

    /// nil where the client waits long enough, or expects what fails to fail.
    init?(
        _ step: ScenarioPrediction.Step,
        limit: Nanoseconds,
        expectations: [Expectation],
        duration: (ScenarioPrediction.Transfer) -> Nanoseconds?
    ) {
        let late = step.transfers.compactMap { transfer in
            duration(transfer).map { (file: transfer.file, duration: $0) }
        }
        .filter { $0.duration > limit && !expectations.allowFailure(of: $0.file, in: step.name) }
        guard let longest = late.max(by: { $0.duration < $1.duration }) else { return nil }
        self.step = step.name
        file = longest.file
        self.duration = longest.duration
        self.limit = limit
        transfers = late.count
    }
}
