package import Logs
package import Runs
package import Scenarios

/// Makes a bench's client with its initial settings.
package typealias BenchClientMaker = (ClientSettings, BenchClientSite) throws -> any BenchClient

/// The client that fetches for the steps, on the client's host.
///
/// Its methods are called on the main thread. It reports events of its transfers to the journal from any thread.
package protocol BenchClient: AnyObject {
    /// Applies settings from now on; transfers under way keep the old ones.
    func update(_ settings: ClientSettings) throws

    /// Clears a cache, or closes the connections.
    func forget(_ what: Step.Forgetting)

    /// Begins a transfer and calls `hand` exactly once when it ends, on any thread. The returned closure
    /// cancels the transfer; nil if there is nothing left to cancel.
    func begin(
        _ transfer: BenchTransfer,
        _ hand: @escaping @Sendable (TransferRecord) -> Void
    ) -> (@Sendable () -> Void)?

    /// What the caches did so far.
    var counters: CacheCounters { get }

    /// Waits until all stores into the caches are complete.
    func flush()

    /// Cancels all transfers and ends. Every transfer has been handed in when this returns.
    func shutdown()

    /// What it sent on QUIC connections, once it has been shut down.
    var quicLog: [QUICLogEntry] { get }

    /// Description of a storage failure; nil without one.
    var failure: String? { get }
}

extension BenchClient {
    package var quicLog: [QUICLogEntry] { [] }
}
