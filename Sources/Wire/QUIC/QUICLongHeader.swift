/// The unencrypted part of a QUIC packet with a long header (RFC 9000, 17.2).
package struct QUICLongHeader: Hashable, Sendable {
    /// Maximum length of connection identifiers in all supported versions.
    package static let longestIdentifier = 20

    package var version: QUICVersion
    package var destination: [UInt8]
    package var source: [UInt8]
    package var isInitial: Bool
    /// Offset of the packet number in bytes; nil for packets without one: retries, version negotiation and
    /// unknown versions.
    package var numberOffset: Int?
    /// Length of the whole packet; another one may follow it in the datagram.
    package var length: Int

    /// Reads the header of a packet; nil if it is not a long header or is truncated.
    package init?(_ bytes: RawSpan) {
        guard let first = bytes.byte(at: 0), first & 0x80 != 0, let number = bytes.bigEndian32(at: 1),
            let destination = bytes.vector8(at: 5), destination.count <= Self.longestIdentifier,
            let source = bytes.vector8(at: destination.upperBound), source.count <= Self.longestIdentifier
        else { return nil }
        version = QUICVersion(rawValue: number)
        self.destination = bytes.bytes(in: destination)
        self.source = bytes.bytes(in: source)
        length = bytes.byteCount
        let type = first >> 4 & 0x03
        let isKnown = [.one, .two, .draft29].contains(version)
        isInitial = isKnown && type == version.initialType
        let isRetry = type == (version.initialType &+ 3) & 0x03
        guard isKnown, !isRetry else { return }
        // Other versions may lack the fixed bit. These have it, unless both ends agreed to grease it (RFC
        // 9287).
        var offset = source.upperBound
        if isInitial {
            guard let token = bytes.quicNumber(at: offset), token.value <= bytes.byteCount - token.end else {
                return nil
            }
            offset = token.end + token.value
        }
        guard let rest = bytes.quicNumber(at: offset), rest.value <= bytes.byteCount - rest.end else {
            return nil
        }
        numberOffset = rest.end
        length = rest.end + rest.value
    }
}
