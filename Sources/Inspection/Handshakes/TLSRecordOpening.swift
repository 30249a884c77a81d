import TLS
import Wire

/// Opens the records of one direction: which keys are in use, and the number of the next record under them.
struct TLSRecordOpening {
    /// Records in a row that keys do not open, before they are given up.
    private static let mostFailures = 8
    /// How many record numbers are tried behind a hole. A record of a few bytes costs next to nothing to try.
    private static let mostNumbers: UInt64 = 1024
    private static let smallestRecord = 22

    private let direction: StreamDirection
    /// TLS 1.2 and before: everything from now on is encrypted.
    private(set) var isEncrypted = false
    private(set) var stage = TLSKeyStage.handshake
    /// nil without keys, or before they are made.
    private var opener: RecordOpener?
    /// TLS 1.3: the secret of `opener`'s keys.
    private var secret: [UInt8] = []
    /// Of the next record under these keys.
    private var number: UInt64 = 0
    /// Records in a row that could not be opened although there are keys.
    private var failures = 0
    /// There are no keys: only the headers of its records are looked at.
    private(set) var isBlind = false
    /// Its keys did not open what they should: no others are looked for.
    private var isGivenUp = false
    /// The stage is over with the record that is being read.
    private(set) var isAdvancing = false

    init(_ direction: StreamDirection) {
        self.direction = direction
    }

    var hasKeys: Bool { opener != nil }
    /// It has no keys, and they may still be made.
    var lacksKeys: Bool { opener == nil && !isGivenUp && !isBlind }

    // MARK: Handshake

    /// TLS 1.2 and before: what follows is encrypted.
    mutating func changeCipher() {
        isEncrypted = true
        stage = .traffic(0)
        number = 0
        failures = 0
        opener = nil
        isBlind = false
        isGivenUp = false
    }

    mutating func beginEarlyData() { stage = .early }

    /// The server wants another Client Hello, which offers no early data.
    mutating func rejectEarlyData() {
        stage = .handshake
        opener = nil
    }

    /// The server has chosen the cipher suite.
    mutating func chooseKeys() {
        guard !isEncrypted else { return }
        if stage != .early { opener = nil }
        isBlind = false
    }

    /// The next record is under other keys.
    mutating func changeKeys() { isAdvancing = true }

    /// A record passed without keys. `isPastKeys` if none will come.
    mutating func passBlindly(isPastKeys: Bool) { isBlind = isPastKeys }

    // MARK: Keys

    /// Makes the keys for the next record, if they can be made and are not yet.
    mutating func prepare(_ handshake: TLSHandshakeObservation, _ secrets: SessionSecrets) {
        guard lacksKeys, let offer = handshake.offer else { return }
        guard let choice = handshake.choice else {
            if direction == .up, stage == .early { prepareEarly(offer, secrets) }
            return
        }
        guard let algorithm = handshake.algorithm else { return }
        if choice.version.rawValue < TLSProtocolVersion.tls13.rawValue {
            prepareOld(algorithm, offer, choice, secrets)
        } else {
            // A log may lack the secrets of a stage, and have those of the next.
            let stages: [TLSKeyStage] =
                switch stage {
                case .early: [.early, .handshake, .traffic(0)]
                case .handshake: [.handshake, .traffic(0)]
                case .traffic: [stage]
                }
            for stage in stages where use(stage, algorithm, offer, secrets) { return }
        }
    }

    private mutating func prepareOld(
        _ algorithm: RecordAlgorithm,
        _ offer: TLSClientHello,
        _ choice: TLSServerHello,
        _ secrets: SessionSecrets
    ) {
        guard let master = secrets.secret(.master, clientRandom: offer.random),
            let keys = RecordKeys.both(
                algorithm,
                masterSecret: master,
                clientRandom: offer.random,
                serverRandom: choice.random
            )
        else { return }
        opener = RecordOpener(
            algorithm,
            direction == .up ? keys.client : keys.server,
            encryptsThenMACs: choice.encryptsThenMACs
        )
    }

    /// Before the server has chosen: with the client's first suite that fits the secret.
    private mutating func prepareEarly(_ offer: TLSClientHello, _ secrets: SessionSecrets) {
        guard let secret = secrets.secret(.clientEarly, clientRandom: offer.random) else { return }
        let algorithms = offer.cipherSuites.lazy.compactMap { RecordAlgorithm($0, .tls13) }
        guard let algorithm = algorithms.first(where: { $0.hash.length == secret.count }),
            let keys = RecordKeys(algorithm, trafficSecret: secret)
        else { return }
        opener = RecordOpener(algorithm, keys)
        self.secret = secret
        number = 0
    }

    /// Goes on to the keys that follow; false, and nothing changed, without any.
    @discardableResult
    mutating func advance(_ handshake: TLSHandshakeObservation, _ secrets: SessionSecrets) -> Bool {
        isAdvancing = false
        guard let algorithm = handshake.algorithm, let offer = handshake.offer else { return false }
        switch stage {
        case .early:
            return use(.handshake, algorithm, offer, secrets) || use(.traffic(0), algorithm, offer, secrets)
        case .handshake: return use(.traffic(0), algorithm, offer, secrets)
        case .traffic(let count): return use(.traffic(count + 1), algorithm, offer, secrets)
        }
    }

    /// TLS 1.3. False, and nothing changed, without a secret for that stage.
    private mutating func use(
        _ next: TLSKeyStage,
        _ algorithm: RecordAlgorithm,
        _ offer: TLSClientHello,
        _ secrets: SessionSecrets
    ) -> Bool {
        guard let found = secret(of: next, algorithm, offer, secrets),
            let keys = RecordKeys(algorithm, trafficSecret: found),
            let opener = RecordOpener(algorithm, keys)
        else { return false }
        stage = next
        secret = found
        self.opener = opener
        number = 0
        return true
    }

    private func secret(
        of stage: TLSKeyStage,
        _ algorithm: RecordAlgorithm,
        _ offer: TLSClientHello,
        _ secrets: SessionSecrets
    ) -> [UInt8]? {
        let isUp = direction == .up
        switch stage {
        case .early:
            return secrets.secret(.clientEarly, clientRandom: offer.random)
        case .handshake:
            return secrets.secret(isUp ? .clientHandshake : .serverHandshake, clientRandom: offer.random)
        case .traffic(0):
            return secrets.secret(isUp ? .clientTraffic : .serverTraffic, clientRandom: offer.random)
        case .traffic:
            return RecordKeys.nextSecret(after: secret, algorithm)
        }
    }

    // MARK: Records

    /// A record is not whole in the capture.
    mutating func skipDamaged() { number += 1 }

    /// Tries the record as the next one, then as a later one if some were lost. `skipped` is the number of those.
    mutating func open(_ bytes: RawSpan, lostBefore: Int, into room: inout [UInt8])
        -> (record: OpenedRecord, skipped: UInt64?)?
    {
        let first = number
        let opened = attempt(bytes, first...first + Self.numbers(lostBefore), &room)
        return opened.map { ($0, number - 1 - first) }
    }

    /// TLS 1.3: tries the record under the keys that follow. Whatever said that they change may be lost, or the server refused
    /// what the client sent early. `skipped` is not known.
    mutating func openAdvanced(
        _ bytes: RawSpan,
        lostBefore: Int,
        _ handshake: TLSHandshakeObservation,
        _ secrets: SessionSecrets,
        into room: inout [UInt8]
    ) -> (record: OpenedRecord, skipped: UInt64?)? {
        let before = (stage, opener, secret, number)
        guard advance(handshake, secrets) else { return nil }
        if let opened = attempt(bytes, 0...Self.numbers(lostBefore), &room) { return (opened, nil) }
        (stage, opener, secret, number) = before
        return nil
    }

    /// As many records as these bytes may have held.
    private static func numbers(_ lost: Int) -> UInt64 {
        UInt64(min(lost / smallestRecord, Int(mostNumbers)))
    }

    private mutating func attempt(_ bytes: RawSpan, _ numbers: ClosedRange<UInt64>, _ room: inout [UInt8])
        -> OpenedRecord?
    {
        guard let opener else { return nil }
        for number in numbers {
            guard let opened = opener.open(bytes, number: number, into: &room) else { continue }
            self.number = number + 1
            failures = 0
            return opened
        }
        return nil
    }

    /// The keys did not open a record. True for the first in a row.
    mutating func fail() -> Bool {
        failures += 1
        number += 1
        if failures > Self.mostFailures {
            opener = nil
            isBlind = true
            isGivenUp = true
        }
        return failures == 1
    }
}
