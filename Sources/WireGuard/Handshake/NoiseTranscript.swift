/// What both ends of a handshake have said so far, and the chain of keys that follows from it:
/// Noise_IKpsk2_25519_ChaChaPoly_BLAKE2s.
struct NoiseTranscript {
    private static let construction = Array("Noise_IKpsk2_25519_ChaChaPoly_BLAKE2s".utf8)
    private static let identifier = Array("WireGuard v1 zx2c4 Jason@zx2c4.com".utf8)

    private var chain: Bytes32
    private var hash: Bytes32

    /// The initiator knows the responder's key beforehand.
    init(responder: TunnelPublicKey) throws(CryptographyFault) {
        chain = try Blake2s.hash(Self.construction)
        hash = try Blake2s.hash(chain.bytes, Self.identifier)
        try mix(responder.bytes.bytes)
    }

    /// Takes note of bytes that were said.
    mutating func mix(_ said: [UInt8]) throws(CryptographyFault) {
        hash = try Blake2s.hash(hash.bytes, said)
    }

    /// A key that changes with each handshake is said, and goes into the chain.
    mutating func mix(ephemeral: Bytes32) throws(CryptographyFault) {
        try mix(ephemeral.bytes)
        try advance(with: ephemeral.bytes)
    }

    /// A secret of both ends goes into the chain.
    mutating func advance(with secret: [UInt8]) throws(CryptographyFault) {
        chain = try Blake2s.derive(1, from: secret, chain: chain)[0]
    }

    /// A secret of both ends goes into the chain; what follows is sealed with the key that comes out.
    mutating func key(from secret: [UInt8]) throws(CryptographyFault) -> Bytes32 {
        let keys = try Blake2s.derive(2, from: secret, chain: chain)
        chain = keys[0]
        return keys[1]
    }

    /// The preshared secret goes into the chain, and what comes of it is said.
    mutating func key(from preshared: TunnelPresharedKey) throws(CryptographyFault) -> Bytes32 {
        let keys = try Blake2s.derive(3, from: preshared.bytes.bytes, chain: chain)
        chain = keys[0]
        try mix(keys[1].bytes)
        return keys[2]
    }

    mutating func seal(_ content: [UInt8], key: Bytes32) throws(CryptographyFault) -> [UInt8] {
        let sealed = try PacketCipher.seal(content, key: key, told: hash.bytes)
        try mix(sealed)
        return sealed
    }

    mutating func open(_ sealed: [UInt8], key: Bytes32) throws(CryptographyFault) -> [UInt8] {
        let content = try PacketCipher.open(sealed, key: key, told: hash.bytes)
        try mix(sealed)
        return content
    }

    /// The keys for packets, the initiator's first.
    func split() throws(CryptographyFault) -> (initiator: Bytes32, responder: Bytes32) {
        let keys = try Blake2s.derive(2, from: [], chain: chain)
        return (keys[0], keys[1])
    }

    mutating func wipe() {
        chain.wipe()
        hash.wipe()
    }
}
