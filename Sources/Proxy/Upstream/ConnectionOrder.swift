import Forwarding

/// A connection that is to be made.
struct ConnectionOrder {
    var destination: Destination
    var route: UpstreamRoute
    /// What the connection goes over; nil if over no line.
    var line: (any ServerLine)?
    var offersHTTP2: Bool
    /// It may lead to what listens on this machine's loopback addresses.
    var mayReachLoopback: Bool
    /// Taken until the connection is closed.
    var place: UpstreamPlace
    var opening: UpstreamOpening
    /// Owns the connection afterwards.
    var pool: UpstreamPool
    var times: ConnectionTimes
}
