/// The checksum of internet headers (RFC 1071).
public enum InternetChecksum {
    /// Updates a checksum after one of its words has changed (RFC 1624), without reading the others.
    @inlinable
    public static func updated(_ checksum: UInt16, from old: UInt16, to new: UInt16) -> UInt16 {
        var sum = UInt32(~checksum) + UInt32(~old) + UInt32(new)
        sum = (sum & 0xFFFF) + sum >> 16
        sum = (sum & 0xFFFF) + sum >> 16
        return ~UInt16(truncatingIfNeeded: sum)
    }
}
