import Wire

/// The secrets of recorded sessions, from a key log (`SSLKEYLOGFILE`); their holder can decrypt the packets.
package struct SessionSecrets: Sendable {
    /// Purpose of a secret, by its label in the log.
    package enum Label: String, Hashable, Sendable, CaseIterable {
        /// The master secret of TLS 1.2 and before.
        case master = "CLIENT_RANDOM"
        case clientEarly = "CLIENT_EARLY_TRAFFIC_SECRET"
        case clientHandshake = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
        case serverHandshake = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
        case clientTraffic = "CLIENT_TRAFFIC_SECRET_0"
        case serverTraffic = "SERVER_TRAFFIC_SECRET_0"
    }

    private struct Key: Hashable {
        var label: Label
        var random: [UInt8]
    }

    /// Further secrets are skipped and counted.
    package static let most = 4_000_000
    /// Most sessions that `latestSessions` lists.
    package static let mostListed = 128
    private static let randomBytes = 32
    private static let longestSecret = 64

    private var secrets: [Key: [UInt8]] = [:]
    /// Client randoms of sessions with traffic secrets, in the log's order; the oldest may be left out.
    private var sessions: [[UInt8]] = []
    /// Lines that are not comments and could not be read.
    package private(set) var brokenLines = 0
    /// Secrets that did not fit.
    package private(set) var left = 0

    private let most: Int

    package init(most: Int = SessionSecrets.most) {
        self.most = most
    }

    package var isEmpty: Bool { secrets.isEmpty }
    package var count: Int { secrets.count }

    /// Adds the text of a key log, or of a capture's block that contains one.
    package mutating func add(_ log: RawSpan) {
        log.withUnsafeBytes { bytes in
            for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
            where line.first != UInt8(ascii: "#") {
                add(words: line.split(separator: UInt8(ascii: " ")))
            }
        }
    }

    /// nil if the log does not have it.
    package func secret(_ label: Label, clientRandom: [UInt8]) -> [UInt8]? {
        secrets[Key(label: label, random: clientRandom)]
    }

    /// Client randoms of the last sessions that have traffic secrets, as those of QUIC and TLS 1.3 do, the latest first.
    package var latestSessions: [[UInt8]] { sessions.suffix(Self.mostListed).reversed() }

    private mutating func add(words: [Slice<UnsafeRawBufferPointer>]) {
        guard words.count == 3 else {
            brokenLines += 1
            return
        }
        // Unknown labels have other uses: exporters, other protocols.
        guard let label = Label(rawValue: String(decoding: words[0], as: UTF8.self)) else { return }
        guard let random = Self.bytes(words[1]), random.count == Self.randomBytes,
            let secret = Self.bytes(words[2]), (1...Self.longestSecret).contains(secret.count)
        else {
            brokenLines += 1
            return
        }
        let key = Key(label: label, random: random)
        guard secrets.count < most || secrets[key] != nil else {
            left += 1
            return
        }
        list(key)
        secrets[key] = secret
    }

    /// Both directions of a session have their own secrets: the first one lists it.
    private mutating func list(_ key: Key) {
        guard key.label == .clientTraffic || key.label == .serverTraffic else { return }
        let isListed = [Label.clientTraffic, .serverTraffic].contains {
            secrets[Key(label: $0, random: key.random)] != nil
        }
        guard !isListed else { return }
        sessions.append(key.random)
        if sessions.count > 2 * Self.mostListed { sessions.removeFirst(Self.mostListed) }
    }

    private static func bytes(_ digits: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = value(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
