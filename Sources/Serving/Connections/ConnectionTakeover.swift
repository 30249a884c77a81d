package import TLS

/// What a connection becomes after a response that ends HTTP on it, such as 200 to a CONNECT or 101 to an
/// upgrade.
package enum ConnectionTakeover: Hashable, Sendable {
    /// Bytes cross unchanged until both directions have ended. The opener of the tunnel takes the client's
    /// bytes from one stream and writes its own into the other. A direction that breaks off ends the
    /// connection. If it `isWatched`, the responder is asked how it continues: when the client has spoken first,
    /// and while it is silent.
    case tunnel(fromClient: BodyStream, toClient: BodyStream, isWatched: Bool = false)
    /// The client continues with requests in the clear, which belong to its CONNECT.
    case requests
    /// The client begins TLS and continues with requests inside it.
    case encryption(TLSServerContext)
}
