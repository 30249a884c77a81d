import TLS
import Wire

/// Decrypts the records of one direction. It keeps the keys in use and the number of the next record under
/// them.
struct TLSRecordOpening {
    /// Consecutive failed records after which the keys are given up.
    private static let mostFailures = 8
    /// Record numbers tried after a hole. A short record is cheap to try.
    private static let mostNumbers: UInt64 = 1024
    private static let smallestRecord = 22

    private let direction: StreamDirection
    /// TLS 1.2 and before: everything from now on is encrypted.
    private(set) var isEncrypted = false
    private(set) var stage = TLSKeyStage.handshake
    /// nil without keys, or before they are derived.
    private var opener: RecordOpener?
    /// TLS 1.3: the secret of `opener`'s keys.
    private var secret: [UInt8] = []
    /// Number of the next record under these keys.
    private var number: UInt64 = 0
    /// Consecutive records that could not be decrypted despite keys.
    private var failures = 0
    /// Without keys: only the headers of its records are read.
    private(set) var isBlind = false
    /// Its keys failed to decrypt; no other keys are tried.
    private var isGivenUp = false
    /// The stage ends with the current record.
    private(set) var isAdvancing = false

    init(_ direction: StreamDirection) {
        self.direction = direction
    }

    var hasKeys: Bool { opener != nil }
    /// It has no keys yet, but they may still be derived.
    var lacksKeys: Bool { opener == nil && !isGivenUp && !isBlind }

    // MARK: Handshake

    /// TLS 1.2 and before: the following records are encrypted.
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

    /// The next record uses other keys.
    mutating func changeKeys() { isAdvancing = true }

    /// Skips a record without keys. `isPastKeys` if none will come.
    mutating func passBlindly(isPastKeys: Bool) { isBlind = isPastKeys }

    // MARK: Keys

    /// Derives the keys for the next record, if possible and not yet done.
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
            // A log may lack the secrets of one stage but have those of the next.
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

    /// Before the server has chosen: uses the client's first suite that fits the secret.
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

    /// Advances to the next keys; returns false without any, and changes nothing.
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

    /// TLS 1.3. Returns false without a secret for that stage, and changes nothing.
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

    /// Counts a record that is not whole in the capture.
    mutating func skipDamaged() { number += 1 }

    /// Tries the record as the next one, then as a later one if some were lost. `skipped` is the number of
    /// lost records.
    mutating func open(_ bytes: RawSpan, lostBefore: Int, into room: inout [UInt8])
        -> (record: OpenedRecord, skipped: UInt64?)?
    {
        let first = number
        let opened = attempt(bytes, first...first + Self.numbers(lostBefore), &room)
        return opened.map { ($0, number - 1 - first) }
    }

    /// TLS 1.3: tries the record under the next keys. The message that announced the change may be lost, or
    /// the server refused the client's early data. `skipped` is unknown.
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

    /// The most records that these bytes may have held.
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

    /// Counts a record that the keys did not decrypt. Returns true for the first in a row.
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
