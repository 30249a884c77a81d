/// What the transfers under way to one host know of its connections together. It belongs to the loop's thread alone.
final class HostConnections {
    let endpoint: URLEndpoint
    // Safety: one thread comes here, and nothing else is called meanwhile.
    @exclusivity(unchecked) var admission = HostAdmission()
    /// Transfers that wait for their turn.
    // Safety: as above.
    @exclusivity(unchecked) var line = WaitingLine()
    /// True where there is a connection in the clear that speaks HTTP/2, unless the host closed it meanwhile.
    var hasPriorConnection = false

    init(_ endpoint: URLEndpoint) {
        self.endpoint = endpoint
    }
}
