/// The private key of one end of a tunnel, with its public one. Only `text` shows it.
package struct TunnelKey: Hashable, Sendable {
    private(set) var secret: Bytes32
    package let publicKey: TunnelPublicKey

    /// A new key.
    package init(_ randomness: inout TunnelRandomness) throws(TunnelKeyError) {
        guard let bytes = try? randomness.bytes32() else { throw .cannotMake }
        try self.init(bytes)
    }

    /// A new key by the system's randomness.
    package init() throws(TunnelKeyError) {
        var randomness = TunnelRandomness.system
        try self.init(&randomness)
    }

    /// Reads the 44 characters of base64.
    package init(text: String) throws(TunnelKeyError) {
        try self.init(KeyText.read(text))
    }

    /// Clamps the bytes (RFC 7748, 5), as the tools of WireGuard do before they write a key.
    init(_ bytes: Bytes32) throws(TunnelKeyError) {
        var secret = bytes
        secret.withMutableBytes {
            $0[0] &= 0xF8
            $0[Bytes32.count - 1] = $0[Bytes32.count - 1] & 0x7F | 0x40
        }
        self.secret = secret
        guard let publicKey = try? Curve25519.publicKey(of: secret) else { throw .cannotMake }
        self.publicKey = TunnelPublicKey(publicKey)
    }

    /// The key itself in base64, for a configuration.
    package var text: String { KeyText.written(secret) }

    /// Overwrites the private key, which is of no use then.
    mutating func wipe() {
        secret.wipe()
    }

    /// What this end and the key's holder share.
    func secret(with other: Bytes32) throws(CryptographyFault) -> [UInt8] {
        try Curve25519.secret(of: secret, with: other).bytes
    }
}

extension TunnelKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "the private key of \(publicKey)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
