package import Scenarios

/// One transfer that a step requests from the client.
package struct BenchTransfer: Sendable {
    /// Number within the run, from 0.
    package var id: Int
    package var step: String
    package var url: String
    package var entry: FetchStep.Entry
    package var retry: ClientSettings.Retry
}
