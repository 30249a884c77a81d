import Wire

/// A peer of a tunnel while it runs.
final class Peer {
    /// So many packets wait for a handshake; more push out the oldest.
    static let mostStaged = 128

    let secrets: PeerSecrets
    /// For messages to the peer.
    let codes: HandshakeCodes
    var status = PeerStatus()
    var timers: PeerTimers
    var sessions = SessionSlots()
    /// Packets that wait for a handshake; empty ones stand for keepalives.
    var staged: [[UInt8]] = []

    /// What this end began and has no answer to yet.
    var outgoing: OutgoingHandshake?
    /// First message or answer.
    var lastHandshakeSent: Instant?
    var cookie = CookieHolder()
    /// A handshake was begun since the session became so old that it would end before the next packet is answered.
    var hasBegunLate = false

    /// Of the messages taken from the peer.
    var greatestTime: HandshakeTime?
    var lastInitiationTaken: Instant?

    init(_ peer: TunnelPeer, own: TunnelKey) throws(CryptographyFault) {
        secrets = try PeerSecrets(own: own, publicKey: peer.publicKey, preshared: peer.presharedKey)
        codes = try HandshakeCodes(receiver: peer.publicKey)
        timers = PeerTimers(persistentInterval: peer.persistentKeepalive)
        status.endpoint = peer.endpoint
    }

    var publicKey: TunnelPublicKey { secrets.publicKey }
}
