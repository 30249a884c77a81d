import TLS
import Wire

/// Finds the session of a connection whose handshake is not in the capture: tries the log's secrets on packets with short
/// headers, which show neither the length of their identifier nor their whole number.
struct QUICKeySearch {
    /// Most packets that are tried in one direction between two endpoints.
    static let mostPackets = 8
    /// Longer datagrams may be several that a kernel has merged.
    static let longestPacket = 1500
    /// Some senders begin with any number below two to the 31st: only with few keys are so many tried.
    private static let mostThorough = 16
    /// Keys are updated rarely; a search finds none that were updated more often.
    private static let mostUpdates = 3
    /// Lengths of identifiers, the usual ones first.
    private static let lengths = [8, 0, 20, 16, 18, 17, 4, 5, 9, 12, 1, 2, 3, 6, 7, 10, 11, 13, 14, 15, 19]

    /// The keys that a session would have in one direction.
    private struct Candidate {
        let session: [UInt8]
        let version: QUICVersion
        let direction: StreamDirection
        /// The newest secret and the openers, by the number of updates.
        var secret: [UInt8]
        var openers: [QUICPacketOpener]
    }

    private let mostTries: Int
    private var candidates: [Candidate] = []
    /// The number of secrets in the log when the candidates were made.
    private var known = 0
    private var tries = 0

    init(mostTries: Int) {
        self.mostTries = mostTries
    }

    /// The session that opens the packet; nil if none does, or too much was tried. Only one `direction` or `session` is
    /// tried if it is given. `expected` is the number of the next packet, as far as it is known.
    mutating func find(
        _ packet: RawSpan,
        _ secrets: SessionSecrets,
        only direction: StreamDirection?,
        of session: [UInt8]? = nil,
        expected: UInt64 = 0,
        _ room: inout [UInt8]
    ) -> QUICKeyMatch? {
        guard !secrets.isEmpty, tries < mostTries else { return nil }
        prepare(secrets)
        for place in candidates.indices {
            guard candidates[place].direction == direction ?? candidates[place].direction,
                candidates[place].session == session ?? candidates[place].session
            else { continue }
            if let match = open(packet, place, expected, &room) { return match }
        }
        return nil
    }

    private mutating func prepare(_ secrets: SessionSecrets) {
        guard known != secrets.count else { return }
        known = secrets.count
        candidates = []
        for session in secrets.latestSessions {
            for direction in [StreamDirection.up, .down] {
                let label = direction == .up ? SessionSecrets.Label.clientTraffic : .serverTraffic
                guard let secret = secrets.secret(label, clientRandom: session) else { continue }
                for version in [QUICVersion.one, .two] { add(session, direction, version, secret) }
            }
        }
    }

    /// The secret's length says which hash the session uses, and leaves the suites with that hash.
    private mutating func add(
        _ session: [UInt8],
        _ direction: StreamDirection,
        _ version: QUICVersion,
        _ secret: [UInt8]
    ) {
        for algorithm in [QUICPacketAlgorithm.aes128GCM, .aes256GCM, .chacha20Poly1305]
        where algorithm.hash.length == secret.count {
            guard let keys = QUICPacketKeys(algorithm, version, secret: secret),
                let opener = QUICPacketOpener(keys)
            else { continue }
            candidates.append(
                Candidate(
                    session: session,
                    version: version,
                    direction: direction,
                    secret: secret,
                    openers: [opener]
                )
            )
        }
    }

    private mutating func open(_ packet: RawSpan, _ place: Int, _ expected: UInt64, _ room: inout [UInt8])
        -> QUICKeyMatch?
    {
        // Its keys for headers stay the same.
        let first = candidates[place].openers[0]
        for length in Self.lengths {
            guard let header = first.unmask(packet, numberAt: 1 + length), header.hasReservedBitsClear,
                let identifier = QUICIdentifier(packet, at: 1, count: length)
            else { continue }
            for updates in stride(from: header.keyPhase ? 1 : 0, through: Self.mostUpdates, by: 2) {
                guard let opener = opener(place, updates: updates),
                    let number = number(of: packet, opener, header, at: 1 + length, expected, &room)
                else { continue }
                return QUICKeyMatch(
                    session: candidates[place].session,
                    algorithm: opener.keys.algorithm,
                    version: candidates[place].version,
                    direction: candidates[place].direction,
                    identifier: identifier,
                    updates: updates,
                    number: number
                )
            }
        }
        return nil
    }

    private mutating func opener(_ place: Int, updates: Int) -> QUICPacketOpener? {
        while candidates[place].openers.count <= updates {
            let (version, keys) = (candidates[place].version, candidates[place].openers[0].keys)
            guard
                let next = QUICPacketKeys.nextSecret(
                    after: candidates[place].secret,
                    keys.algorithm,
                    version
                ),
                let opener = keys.updated(version, secret: next).flatMap(QUICPacketOpener.init)
            else { return nil }
            candidates[place].secret = next
            candidates[place].openers.append(opener)
        }
        return candidates[place].openers[updates]
    }

    /// A packet carries the last bytes of its number: tries the expected one, and then the first that end with them.
    private mutating func number(
        of packet: RawSpan,
        _ opener: QUICPacketOpener,
        _ header: QUICPacketOpener.Header,
        at offset: Int,
        _ expected: UInt64,
        _ room: inout [UInt8]
    ) -> UInt64? {
        guard tries < mostTries else { return nil }
        func opens(_ number: UInt64) -> Bool {
            opener.open(packet, header, numberAt: offset, number: number, into: &room) != nil
        }
        let likely = QUICPacketNumber.decode(
            header.carried,
            bytes: header.numberBytes,
            expected: expected
        )
        if opens(likely) { return likely }
        let isThorough = candidates.count <= Self.mostThorough
        let rounds: UInt64 =
            switch header.numberBytes {
            case 1: 256
            case 2: isThorough ? 1 << 15 : 64
            case 3: isThorough ? 1 << 7 : 8
            default: 1
            }
        let most = min(Int(rounds), mostTries - tries)
        tries += max(1, most)
        for round in 0..<UInt64(most) {
            let number = round << UInt64(8 * header.numberBytes) | header.carried
            if opens(number) { return number }
        }
        return nil
    }
}
