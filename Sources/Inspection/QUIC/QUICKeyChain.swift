import TLS
import Wire

/// The keys of one direction of a QUIC connection: those of each space, and the updates of the last.
final class QUICKeyChain {
    /// A key of the last space, by the number of updates before it.
    private final class Generation {
        let secret: [UInt8]
        let opener: QUICPacketOpener

        init(secret: [UInt8], opener: QUICPacketOpener) {
            (self.secret, self.opener) = (secret, opener)
        }
    }

    private struct Versioned {
        let version: QUICVersion
        let opener: QUICPacketOpener
    }

    private var initial: Versioned?
    private var handshake: Versioned?
    private var early: Versioned?
    // Safety: as in `ObservedQUICConnection`.
    @exclusivity(unchecked) private var current: Generation?
    private var previous: Generation?
    private var next: Generation?
    @exclusivity(unchecked) private var phase = false
    /// Number of the first packet under the current key.
    private var firstNumber = UInt64(0)
    private var version = QUICVersion.one
    private(set) var updates = 0

    var hasTraffic: Bool { current != nil }
    var hasHandshake: Bool { handshake != nil }
    var hasEarly: Bool { early != nil }

    /// nil for the keys of 1-RTT packets, which are chosen by their phase.
    func opener(_ type: QUICPacketType, _ version: QUICVersion) -> QUICPacketOpener? {
        let held: Versioned?
        switch type {
        case .initial: held = initial
        case .handshake: held = handshake
        case .early: held = early
        default: return nil
        }
        return held.flatMap { $0.version == version ? $0.opener : nil }
    }

    func set(_ type: QUICPacketType, _ version: QUICVersion, _ keys: QUICPacketKeys?) {
        let made = keys.flatMap(QUICPacketOpener.init).map { Versioned(version: version, opener: $0) }
        switch type {
        case .initial: initial = made
        case .handshake: handshake = made
        case .early: early = made
        default: break
        }
    }

    func setTraffic(_ secret: [UInt8], _ algorithm: QUICPacketAlgorithm, _ version: QUICVersion) {
        guard let keys = QUICPacketKeys(algorithm, version, secret: secret),
            let opener = QUICPacketOpener(keys)
        else { return }
        self.version = version
        current = Generation(secret: secret, opener: opener)
        (previous, next, phase, updates) = (nil, nil, false, 0)
    }

    /// Takes the keys after so many updates that the capture does not show.
    func skip(updates count: Int) {
        for _ in 0..<count {
            guard let now = current, let following = following(now) else { return }
            (previous, current) = (now, following)
            phase.toggle()
        }
    }

    /// Opens a 1-RTT packet whose whole number follows from `expected`. Returns the number and the content's length.
    func openShort(
        _ packet: RawSpan,
        numberAt offset: Int,
        expected: UInt64,
        into room: inout [UInt8]
    ) -> (number: UInt64, length: Int)? {
        guard let now = current, let header = now.opener.unmask(packet, numberAt: offset) else { return nil }
        let number = QUICPacketNumber.decode(header.carried, bytes: header.numberBytes, expected: expected)
        func open(_ key: Generation?) -> Int? {
            key?.opener.open(packet, header, numberAt: offset, number: number, into: &room)
        }
        if header.keyPhase == phase { return open(now).map { (number, $0) } }
        if let previous, number < firstNumber { return open(previous).map { (number, $0) } }
        if next == nil { next = following(now) }
        guard let length = open(next) else { return open(previous).map { (number, $0) } }
        (previous, current, next) = (now, next, nil)
        phase.toggle()
        updates += 1
        firstNumber = number
        return (number, length)
    }

    private func following(_ now: Generation) -> Generation? {
        let keys = now.opener.keys
        return QUICPacketKeys.nextSecret(after: now.secret, keys.algorithm, version).flatMap { secret in
            keys.updated(version, secret: secret).flatMap(QUICPacketOpener.init)
                .map { Generation(secret: secret, opener: $0) }
        }
    }
}
