import TLS
import Wire

extension ObservedTLSConnection {
    /// TLS 1.2 and before: from now on `direction` is encrypted.
    func changeCipher(_ direction: StreamDirection) {
        // In TLS 1.3 it means nothing.
        guard let choice, choice.version.rawValue < TLSProtocolVersion.tls13.rawValue else { return }
        change(direction) {
            $0.isEncrypted = true
            $0.stage = .traffic(0)
            $0.number = 0
            $0.failures = 0
            $0.opener = nil
            $0.isBlind = false
            $0.isGivenUp = false
        }
    }

    /// Makes the keys for the next record, where they can be made and are not yet.
    func prepare(_ direction: StreamDirection) {
        let side = side(direction)
        guard side.opener == nil, !side.isGivenUp, !side.isBlind, let offer, !decryption.secrets.isEmpty
        else {
            return
        }
        guard let choice else {
            if direction == .up, side.stage == .early { prepareEarly(offer) }
            return
        }
        guard let algorithm else { return }
        if choice.version.rawValue < TLSProtocolVersion.tls13.rawValue {
            prepareOld(direction, algorithm, offer, choice)
        } else {
            // A log may lack the secrets of a stage, and have those of the next.
            let stages: [TLSSide.Stage] =
                switch side.stage {
                case .early: [.early, .handshake, .traffic(0)]
                case .handshake: [.handshake, .traffic(0)]
                case .traffic: [side.stage]
                }
            _ = stages.first { use(algorithm, $0, direction) }
        }
    }

    private func prepareOld(
        _ direction: StreamDirection,
        _ algorithm: RecordAlgorithm,
        _ offer: TLSClientHello,
        _ choice: TLSServerHello
    ) {
        guard let master = decryption.secrets.secret(.master, clientRandom: offer.random),
            let keys = RecordKeys.both(
                algorithm,
                masterSecret: master,
                clientRandom: offer.random,
                serverRandom: choice.random
            )
        else { return }
        let opener = RecordOpener(
            algorithm,
            direction == .up ? keys.client : keys.server,
            encryptsThenMACs: choice.encryptsThenMACs
        )
        change(direction) { $0.opener = opener }
    }

    /// Before the server has chosen: by the suites that the client offers and that fit the secret.
    private func prepareEarly(_ offer: TLSClientHello) {
        guard let secret = decryption.secrets.secret(.clientEarly, clientRandom: offer.random) else {
            return
        }
        let algorithms = offer.cipherSuites.lazy.compactMap { RecordAlgorithm($0, .tls13) }
        guard let algorithm = algorithms.first(where: { $0.hash.length == secret.count }),
            let keys = RecordKeys(algorithm, trafficSecret: secret)
        else { return }
        client.opener = RecordOpener(algorithm, keys)
        client.secret = secret
        client.number = 0
    }

    /// Goes on to the keys that follow; false, and nothing changed, where there are none.
    @discardableResult
    func advance(_ direction: StreamDirection) -> Bool {
        change(direction) { $0.isAdvancing = false }
        guard let algorithm else { return false }
        switch side(direction).stage {
        case .early:
            return use(algorithm, .handshake, direction) || use(algorithm, .traffic(0), direction)
        case .handshake: return use(algorithm, .traffic(0), direction)
        case .traffic(let count): return use(algorithm, .traffic(count + 1), direction)
        }
    }

    /// TLS 1.3. False, and nothing changed, where there is no secret for that.
    @discardableResult
    private func use(
        _ algorithm: RecordAlgorithm,
        _ stage: TLSSide.Stage,
        _ direction: StreamDirection
    ) -> Bool {
        guard let secret = secret(stage, direction, algorithm),
            let keys = RecordKeys(algorithm, trafficSecret: secret),
            let opener = RecordOpener(algorithm, keys)
        else { return false }
        change(direction) {
            $0.stage = stage
            $0.secret = secret
            $0.opener = opener
            $0.number = 0
        }
        return true
    }

    private func secret(
        _ stage: TLSSide.Stage,
        _ direction: StreamDirection,
        _ algorithm: RecordAlgorithm
    ) -> [UInt8]? {
        guard let random = offer?.random else { return nil }
        let isUp = direction == .up
        switch stage {
        case .early:
            return decryption.secrets.secret(.clientEarly, clientRandom: random)
        case .handshake:
            return decryption.secrets.secret(
                isUp ? .clientHandshake : .serverHandshake,
                clientRandom: random
            )
        case .traffic(0):
            return decryption.secrets.secret(isUp ? .clientTraffic : .serverTraffic, clientRandom: random)
        case .traffic:
            return RecordKeys.nextSecret(after: side(direction).secret, algorithm)
        }
    }
}
