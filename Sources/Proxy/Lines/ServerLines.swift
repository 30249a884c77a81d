package import Forwarding

/// Which servers are behind lines. Called on the proxy's thread; what it answers may change while the proxy runs.
package protocol ServerLines: Sendable {
    /// The line that new connections with this server go over; nil if none.
    func line(to server: Destination) -> (any ServerLine)?
}
