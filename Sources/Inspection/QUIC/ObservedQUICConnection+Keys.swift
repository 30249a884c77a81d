import TLS
import Wire

extension ObservedQUICConnection {
    /// Looks for the keys of packets of this type.
    func prepare(_ type: QUICPacketType, _ version: QUICVersion, _ direction: StreamDirection) {
        let chain = direction == .up ? keys.up : keys.down
        if type == .short, chain.hasTraffic { return }
        switch type {
        case .initial:
            // Each version has keys of its own from the same identifier.
            guard chain.opener(.initial, version) == nil, let first = keyedBy else { return }
            let side = direction == .up ? QUICInitialKeys.Side.client : .server
            set(.initial, version, QUICInitialKeys.keys(version, identifier: first.bytes, side), direction)
        case .handshake:
            guard chain.opener(.handshake, version) == nil, let algorithm,
                let secret = secret(direction == .up ? .clientHandshake : .serverHandshake)
            else { return }
            self.version = version
            set(.handshake, version, QUICPacketKeys(algorithm, version, secret: secret), direction)
        case .early:
            guard chain.opener(.early, version) == nil, let secret = secret(.clientEarly) else { return }
            set(.early, version, earlyKeys(secret, version), direction)
        case .short:
            // Without keys every packet asks: they can only have come with a message, or with secrets.
            let state = context.decryption.secrets.count &* 1024 &+ handshake.messages
            guard looked[direction] != state else { return }
            looked[direction] = state
            guard let algorithm,
                let secret = secret(direction == .up ? .clientTraffic : .serverTraffic)
            else { return }
            chain.setTraffic(secret, algorithm, self.version)
        case .retry, .versionNegotiation: break
        }
    }

    func set(
        _ type: QUICPacketType,
        _ version: QUICVersion,
        _ made: QUICPacketKeys?,
        _ direction: StreamDirection
    ) {
        (direction == .up ? keys.up : keys.down).set(type, version, made)
    }

    private var algorithm: QUICPacketAlgorithm? {
        handshake.choice.flatMap { QUICPacketAlgorithm($0.cipherSuite) }
    }

    /// Early data is protected as in the session before. Its secret's length says which hash that used, and then most
    /// likely with the suite that the client likes best.
    func earlyKeys(_ secret: [UInt8], _ version: QUICVersion) -> QUICPacketKeys? {
        let offered = (handshake.offer?.cipherSuites ?? []).compactMap(QUICPacketAlgorithm.init)
        let likely = offered.first { $0.hash.length == secret.count }
        return likely.flatMap { QUICPacketKeys($0, version, secret: secret) }
    }

    func secret(_ label: SessionSecrets.Label) -> [UInt8]? {
        handshake.offer.flatMap { context.decryption.secrets.secret(label, clientRandom: $0.random) }
    }
}
