/// The unencrypted part of a QUIC packet with a long header (RFC 9000, 17.2).
package struct QUICLongHeader: Hashable, Sendable {
    /// Bytes at the end of a Retry packet that authenticate it.
    private static let retryTag = 16

    package var version: QUICVersion
    package var destination: QUICIdentifier
    package var source: QUICIdentifier
    /// nil for unknown versions.
    package var type: QUICPacketType?
    /// The token of an Initial or a Retry packet, within the packet.
    package var token = 0..<0
    /// Offset of the packet number in bytes; nil for packets without one: retries, version negotiation and
    /// unknown versions.
    package var numberOffset: Int?
    /// Length of the whole packet; another one may follow it in the datagram.
    package var length: Int

    package var isInitial: Bool { type == .initial }

    /// Reads the header of a packet; nil if it is not a long header or is truncated. The datagram goes on for
    /// `length` bytes from here, of which the recorder may have cut the last.
    package init?(_ bytes: RawSpan, length whole: Int? = nil) {
        let whole = max(whole ?? 0, bytes.byteCount)
        guard let first = bytes.byte(at: 0), first & 0x80 != 0, let number = bytes.bigEndian32(at: 1),
            let destinationBytes = bytes.byte(at: 5),
            let destination = QUICIdentifier(bytes, at: 6, count: Int(destinationBytes)),
            let sourceBytes = bytes.byte(at: 6 + destination.count),
            let source = QUICIdentifier(bytes, at: 7 + destination.count, count: Int(sourceBytes))
        else { return nil }
        version = QUICVersion(rawValue: number)
        self.destination = destination
        self.source = source
        length = whole
        if version == .negotiation { type = .versionNegotiation }
        guard version.isKnown else { return }
        let type = QUICPacketType(bits: first >> 4, version)
        self.type = type
        // Other versions may lack the fixed bit. These have it, unless both ends agreed to grease it (RFC
        // 9287).
        var offset = 7 + destination.count + source.count
        if type == .retry {
            token = offset..<max(offset, bytes.byteCount - Self.retryTag)
            return
        }
        if type == .initial {
            guard let size = bytes.quicNumber(at: offset), size.value <= bytes.byteCount - size.end else {
                return nil
            }
            token = size.end..<size.end + size.value
            offset = token.upperBound
        }
        guard let rest = bytes.quicNumber(at: offset), rest.value <= whole - rest.end else { return nil }
        numberOffset = rest.end
        length = rest.end + rest.value
    }

    /// A header of a known version that the recorder cut behind the destination's length: the identifiers are then only
    /// as long as what is left of them.
    package init?(cutBeginning bytes: RawSpan) {
        guard let first = bytes.byte(at: 0), first & 0x80 != 0, let number = bytes.bigEndian32(at: 1),
            QUICVersion(rawValue: number).isKnown, let count = bytes.byte(at: 5),
            let destination = QUICIdentifier(bytes, at: 6, count: min(Int(count), bytes.byteCount - 6)),
            let source = QUICIdentifier(bytes, at: bytes.byteCount, count: 0)
        else { return nil }
        version = QUICVersion(rawValue: number)
        (self.destination, self.source) = (destination, source)
        type = QUICPacketType(bits: first >> 4, version)
        length = bytes.byteCount
    }

    /// The versions that a server lists in a version negotiation packet, at most 64.
    package static func supported(_ bytes: RawSpan, _ header: QUICLongHeader) -> [QUICVersion] {
        let start = 7 + header.destination.count + header.source.count
        return stride(from: start, to: bytes.byteCount - 3, by: 4).prefix(64).compactMap { place in
            bytes.bigEndian32(at: place).map(QUICVersion.init)
        }
    }
}
