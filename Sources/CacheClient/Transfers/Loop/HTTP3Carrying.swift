internal import Wire

/// Carries out transfers over HTTP/3, beside libcurl's over TCP. It belongs to the loop's thread alone.
protocol HTTP3Carrying: AnyObject {
    /// Begins a transfer whose turn has come.
    func begin(_ shared: SharedTransfer) throws(FetchError)

    /// Ends a transfer that nobody waits for any more, and returns what became of it.
    func giveUp(_ shared: SharedTransfer, _ failure: FetchError) -> TransferOutcome

    /// Does what arrivals and time have made possible.
    func proceed()

    /// The transfers that have ended since the last call.
    func takeEnded() -> [(shared: SharedTransfer, outcome: TransferOutcome)]

    /// When `proceed` is due although nothing arrives; nil if never.
    var deadline: Instant? { get }

    /// Sockets to wait for; it must be called when one is readable.
    var descriptors: [Int32] { get }

    /// Waits for these sockets, the instant, or `waker`. True if that one fired. It is more precise than libcurl's wait.
    func sleep(until end: Instant, or waker: Int32) -> Bool

    /// Closes the idle connections; the others take no more transfers.
    func forget()

    /// Closes every connection.
    func shutdown()
}
