import Wire

/// Keys for one direction's records.
package struct RecordKeys: Hashable, Sendable {
    var mac: [UInt8] = []
    var key: [UInt8]
    /// The fixed part of the nonce.
    var nonce: [UInt8]

    /// For TLS 1.3, from a traffic secret; nil if the secret does not have the algorithm's size.
    package init?(_ algorithm: RecordAlgorithm, trafficSecret secret: [UInt8]) {
        let hash = algorithm.hash
        guard secret.count == hash.length,
            let key = KeyDerivation.expand(secret, label: "key", count: algorithm.cipher.keyBytes, hash),
            let nonce = KeyDerivation.expand(secret, label: "iv", count: algorithm.fixedNonceBytes, hash)
        else { return nil }
        self.key = key
        self.nonce = nonce
    }

    /// For TLS 1.2 and before: both directions' keys from the master secret.
    package static func both(
        _ algorithm: RecordAlgorithm,
        masterSecret: [UInt8],
        clientRandom: [UInt8],
        serverRandom: [UInt8]
    ) -> (client: RecordKeys, server: RecordKeys)? {
        let (mac, key) = (algorithm.mac?.bytes ?? 0, algorithm.cipher.keyBytes)
        let nonce = algorithm.fixedNonceBytes
        let block = KeyDerivation.pseudoRandom(
            masterSecret,
            label: "key expansion",
            seed: serverRandom + clientRandom,
            count: 2 * (mac + key + nonce),
            algorithm.hash
        )
        guard var rest = block?[...] else { return nil }
        func take(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        let (clientMAC, serverMAC) = (take(mac), take(mac))
        let (clientKey, serverKey) = (take(key), take(key))
        let (clientNonce, serverNonce) = (take(nonce), take(nonce))
        return (
            RecordKeys(mac: clientMAC, key: clientKey, nonce: clientNonce),
            RecordKeys(mac: serverMAC, key: serverKey, nonce: serverNonce)
        )
    }

    private init(mac: [UInt8], key: [UInt8], nonce: [UInt8]) {
        self.mac = mac
        self.key = key
        self.nonce = nonce
    }

    /// The traffic secret that follows `secret` when an end updates its keys (RFC 8446, 7.2).
    package static func nextSecret(after secret: [UInt8], _ algorithm: RecordAlgorithm) -> [UInt8]? {
        KeyDerivation.expand(secret, label: "traffic upd", count: secret.count, algorithm.hash)
    }
}
