import Scenarios
package import Wire

/// Transfers of a step that are predicted to exceed the client's timeout.
package struct PredictedTimeout: Hashable, Sendable {
    package var step: String
    /// The slowest transfer's file.
    package var file: String
    package var duration: Nanoseconds
    /// The client's timeout.
    package var limit: Nanoseconds
    /// Number of the step's transfers that exceed `limit`.
    package var transfers: Int

    /// nil if no transfer exceeds the limit, or the scenario expects each such failure.
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
