/// A server's choices.
package struct TLSServerHello: Hashable, Sendable {
    /// The random of a server that asks for another Client Hello (RFC 8446, 4.1.3).
    static let retryRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]

    /// The negotiated version, wherever the message states it.
    package var version: TLSProtocolVersion
    package var random: [UInt8]
    package var sessionID: [UInt8]
    package var cipherSuite: TLSCipherSuite
    package var extensions: [UInt16] = []
    /// Only before TLS 1.3, which encrypts it.
    package var applicationProtocol: String?
    /// The group of the server's key, or the group that a retry asks for.
    package var group: TLSNamedGroup?
    /// True if the server accepted the client's pre-shared key.
    package var acceptsPreSharedKey = false

    /// Reads the message's body, without type and length; nil if it is truncated or inconsistent.
    package init?(_ body: RawSpan) {
        guard let version = body.bigEndian16(at: 0), body.byteCount >= 34,
            let session = body.vector8(at: 34), session.count <= 32,
            let suite = body.bigEndian16(at: session.upperBound),
            body.byte(at: session.upperBound + 2) != nil
        else { return nil }
        self.version = TLSProtocolVersion(rawValue: version)
        random = body.bytes(in: 2..<34)
        sessionID = body.bytes(in: session)
        cipherSuite = TLSCipherSuite(rawValue: suite)
        let end = session.upperBound + 3
        guard end < body.byteCount else { return }
        guard let list = body.vector16(at: end) else { return nil }
        let isWhole = TLSExtension.forEach(body, in: list) { take($0, $1) }
        guard isWhole else { return nil }
    }

    private mutating func take(_ number: UInt16, _ content: RawSpan) {
        extensions.append(number)
        switch number {
        case TLSExtension.supportedVersions:
            if let chosen = content.bigEndian16(at: 0) { version = TLSProtocolVersion(rawValue: chosen) }
        case TLSExtension.applicationProtocols:
            applicationProtocol = TLSExtension.protocols(content).first
        case TLSExtension.keyShare:
            group = content.bigEndian16(at: 0).map(TLSNamedGroup.init)
        case TLSExtension.preSharedKey:
            acceptsPreSharedKey = true
        default: break
        }
    }

    /// True if the server asks for another Client Hello.
    package var isRetry: Bool { random == Self.retryRandom }

    /// True if each record's MAC covers its ciphertext (RFC 7366).
    package var encryptsThenMACs: Bool { extensions.contains(TLSExtension.encryptThenMAC) }
}
