package import Logs
package import Runs
package import Scenarios

/// Makes a bench's client, which is to begin with these settings.
package typealias BenchClientMaker = (ClientSettings, BenchClientSite) throws -> any BenchClient

/// Who fetches what the steps say, from the client's host.
///
/// Called on the main thread. What it learns of its transfers it notes at the desk, from whatever thread.
package protocol BenchClient: AnyObject {
    /// From now on it is set so; what is under way goes on as it was.
    func update(_ settings: ClientSettings) throws

    /// Drops what it keeps, or closes its connections.
    func forget(_ what: Step.Forgetting)

    /// Begins a transfer, which ends once and for all with `hand`, from any thread. What comes back gives it up; nil where there
    /// is nothing to give up any more.
    func begin(
        _ transfer: BenchTransfer,
        _ hand: @escaping @Sendable (TransferRecord) -> Void
    ) -> (@Sendable () -> Void)?

    /// What its caches did so far.
    var counters: CacheCounters { get }

    /// Waits until its caches hold what they were given.
    func flush()

    /// Gives up what is under way, and ends. Every transfer has been handed in when it returns.
    func shutdown()

    /// What went wrong with what it keeps, in words; nil where nothing did.
    var failure: String? { get }
}
