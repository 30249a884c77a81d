package import Wire

/// Keys for the packets of one direction of a QUIC connection in one space (RFC 9001, 5.1; RFC 9369, 3.3.2).
package struct QUICPacketKeys: Hashable, Sendable {
    package let algorithm: QUICPacketAlgorithm
    let key: [UInt8]
    let nonce: [UInt8]
    /// Key for header protection.
    let mask: [UInt8]

    /// nil if the secret does not have the algorithm's size.
    package init?(_ algorithm: QUICPacketAlgorithm, _ version: QUICVersion, secret: [UInt8]) {
        let (hash, prefix) = (algorithm.hash, Self.prefix(version))
        guard secret.count == hash.length,
            let key = KeyDerivation.expand(secret, label: "\(prefix) key", count: algorithm.keyBytes, hash),
            let nonce = KeyDerivation.expand(secret, label: "\(prefix) iv", count: 12, hash),
            let mask = KeyDerivation.expand(secret, label: "\(prefix) hp", count: algorithm.keyBytes, hash)
        else { return nil }
        self.algorithm = algorithm
        (self.key, self.nonce, self.mask) = (key, nonce, mask)
    }

    private init(_ algorithm: QUICPacketAlgorithm, key: [UInt8], nonce: [UInt8], mask: [UInt8]) {
        self.algorithm = algorithm
        (self.key, self.nonce, self.mask) = (key, nonce, mask)
    }

    /// Keys after an update, with a secret from `nextSecret`: that for headers stays the same.
    package func updated(_ version: QUICVersion, secret: [UInt8]) -> QUICPacketKeys? {
        QUICPacketKeys(algorithm, version, secret: secret).map {
            QUICPacketKeys(algorithm, key: $0.key, nonce: $0.nonce, mask: mask)
        }
    }

    private static func prefix(_ version: QUICVersion) -> String { version == .two ? "quicv2" : "quic" }

    /// The secret that follows `secret` when an end updates its keys (RFC 9001, 6.1).
    package static func nextSecret(
        after secret: [UInt8],
        _ algorithm: QUICPacketAlgorithm,
        _ version: QUICVersion
    ) -> [UInt8]? {
        KeyDerivation.expand(secret, label: "\(prefix(version)) ku", count: secret.count, algorithm.hash)
    }
}
