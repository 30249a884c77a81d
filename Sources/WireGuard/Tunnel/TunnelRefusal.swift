/// Why a tunnel did not take a datagram or a packet.
package enum TunnelRefusal: String, Error, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    // Datagrams.
    /// Neither kind nor length of any of WireGuard's messages.
    case notWireGuard = "not a datagram of WireGuard"
    /// The sender was told another public key of this end.
    case meantForAnotherKey = "a handshake meant for another public key"
    case forgedHandshake = "a forged or damaged handshake"
    case unknownPeer = "a handshake with a key that no peer has"
    case replayedHandshake = "a handshake that came before"
    case tooManyHandshakes = "more handshakes than one in 20 ms"
    /// Under load the sender must first show that it receives at its address.
    case needsCookie = "a handshake under load, answered with a cookie"
    case forgedCookie = "a cookie that was not asked for"
    /// This end or the other was started anew, or the session is over.
    case unknownSession = "a datagram of a session that is not known"
    case expiredSession = "a packet of a session that is over"
    case forgedPacket = "a forged or damaged packet"
    case replayedPacket = "a packet that came before"
    case foreignSource = "a packet from an address that its peer does not have"
    case notIP = "content that is no IP packet"
    // Packets to send.
    case noPeer = "a packet to an address that no peer has"
    case noEndpoint = "a packet to a peer whose endpoint is not known"
    case tooLong = "a packet too long for a datagram"
    case queueFull = "a packet that waited for a handshake behind too many others"
    case noAnswer = "a packet that waited for a handshake that had no answer"
    /// OpenSSL failed.
    case library = "no memory or no randomness"

    package var description: String { rawValue }
}
