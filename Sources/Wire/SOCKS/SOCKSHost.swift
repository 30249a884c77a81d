/// The server that a SOCKS client asks for.
package enum SOCKSHost: Hashable, Sendable {
    case address(IPAddress)
    /// As the client spelt it. Not checked: it may hold any bytes.
    case name(String)
}
