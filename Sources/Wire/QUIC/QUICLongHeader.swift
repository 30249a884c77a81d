/// The part of a QUIC packet with a long header that is not encrypted (RFC 9000, 17.2).
package struct QUICLongHeader: Hashable, Sendable {
    /// Connection identifiers of all versions that are read here are no longer.
    package static let longestIdentifier = 20

    package var version: QUICVersion
    package var destination: [UInt8]
    package var source: [UInt8]
    package var isInitial: Bool
    /// Where the packet number begins, in bytes from the packet's first; nil of packets that have none: retries, lists of
    /// versions, and those of versions that are not known.
    package var numberOffset: Int?
    /// Bytes of the whole packet; another may follow it in the datagram.
    package var length: Int

    /// Reads the header at the start of a packet; nil where it is none or is cut.
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
        // Other versions may lack the fixed bit; these do not, but for ends that agreed to grease it (RFC 9287).
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
