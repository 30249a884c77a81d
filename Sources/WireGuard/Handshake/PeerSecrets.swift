/// What a handshake with one peer needs to know beforehand.
struct PeerSecrets: Sendable {
    let own: TunnelKey
    let publicKey: TunnelPublicKey
    let preshared: TunnelPresharedKey
    /// Of both static keys: the same for every handshake.
    let shared: [UInt8]

    /// Throws `weakKey` if the peer's key is none that a peer could have.
    init(
        own: TunnelKey,
        publicKey: TunnelPublicKey,
        preshared: TunnelPresharedKey?
    ) throws(CryptographyFault) {
        self.own = own
        self.publicKey = publicKey
        self.preshared = preshared ?? .none
        shared = try own.secret(with: publicKey.bytes)
    }
}
