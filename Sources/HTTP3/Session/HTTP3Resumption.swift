/// What a connection leaves for the next one to the same server, which then begins with less.
package struct HTTP3Resumption: Hashable, Sendable {
    /// GnuTLS's session, with the server's ticket.
    var session: [UInt8]
    /// What the server allowed, by which requests may go before the handshake is over.
    var parameters: [UInt8]
    /// Shows the server that this client receives at its address; empty if it gave none.
    var token: [UInt8]
}
