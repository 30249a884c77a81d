package import TLS

/// What becomes of a connection behind a response that ends HTTP on it, such as 200 to a CONNECT or 101 to an upgrade.
package enum ConnectionTakeover: Hashable, Sendable {
    /// Bytes cross as they are until both directions have ended. Whoever opened the tunnel takes what the client sends, and writes what
    /// it is to have; a direction that breaks off takes the connection with it.
    case tunnel(fromClient: BodyStream, toClient: BodyStream)
    /// The client begins TLS, and goes on with requests within it.
    case encryption(TLSServerContext)
}
