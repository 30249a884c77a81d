/// Connection state shared by the transfers to one host. It belongs to the loop's thread alone.
final class HostConnections {
    let endpoint: URLEndpoint
    // Safety: only one thread accesses it, and no access overlaps another.
    @exclusivity(unchecked) var admission = HostAdmission()
    /// Transfers waiting for their turn.
    // Safety: as above.
    @exclusivity(unchecked) var line = TransferQueue()
    /// True if an unencrypted HTTP/2 connection is open, unless the host closed it meanwhile.
    var hasPriorConnection = false

    init(_ endpoint: URLEndpoint) {
        self.endpoint = endpoint
    }
}
