/// The header of every TLS record.
package struct TLSRecordHeader: Hashable, Sendable {
    package static let size = 5
    /// Maximum content of a record; more is an error of its sender.
    package static let longestContent = 16_384
    /// What encryption and compression may add, up to TLS 1.2.
    package static let longestExpansion = 2048

    package var contentType: TLSContentType
    package var version: TLSProtocolVersion
    /// Length of what follows the header.
    package var length: Int

    /// nil if there are too few bytes.
    @inlinable
    package init?(_ bytes: RawSpan, at offset: Int = 0) {
        guard let type = bytes.byte(at: offset), let version = bytes.bigEndian16(at: offset + 1),
            let length = bytes.bigEndian16(at: offset + 3)
        else { return nil }
        contentType = TLSContentType(rawValue: type)
        self.version = TLSProtocolVersion(rawValue: version)
        self.length = Int(length)
    }

    /// True if the header can begin a TLS record. Bytes of other protocols hardly ever qualify.
    @inlinable
    package var isPlausible: Bool {
        contentType.rawValue >= 20 && contentType.rawValue <= 24 && version.rawValue >= 0x0300
            && version.rawValue <= 0x0304 && length > 0
            && length <= Self.longestContent + Self.longestExpansion
    }
}
