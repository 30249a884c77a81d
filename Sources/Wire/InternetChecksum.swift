/// The checksum of internet headers (RFC 1071).
public enum InternetChecksum {
    /// Adds an even number of bytes, or the last ones, to a sum of words. Sums are in the machine's byte order
    /// and become a checksum by `checksum(of:)`.
    package static func sum(_ bytes: RawSpan, onto start: UInt64 = 0) -> UInt64 {
        var sum = start
        var offset = 0
        while offset <= bytes.byteCount - 4 {
            sum &+= UInt64(bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
            offset += 4
        }
        if offset <= bytes.byteCount - 2 {
            sum &+= UInt64(bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self))
            offset += 2
        }
        // A last odd byte is the first of a word.
        if let last = bytes.byte(at: offset) { sum &+= UInt64(UInt16(last).littleEndian) }
        return sum
    }

    /// The sum of what TCP's and UDP's checksums count before the segment: both addresses, the protocol's number, and the
    /// segment's length.
    package static func pseudoHeader(_ addresses: RawSpan, _ transport: UInt8, length: Int) -> UInt64 {
        let numbers = [UInt16(transport), UInt16(truncatingIfNeeded: length)]
        return sum(addresses, onto: numbers.reduce(0) { $0 + UInt64($1.bigEndian) })
    }

    /// The checksum of what has been summed, in host byte order.
    package static func checksum(of sum: UInt64) -> UInt16 {
        var sum = sum
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + sum >> 16 }
        return ~UInt16(bigEndian: UInt16(sum))
    }

    /// Updates a checksum after one of its words has changed (RFC 1624), without reading the others.
    @inlinable
    public static func updated(_ checksum: UInt16, from old: UInt16, to new: UInt16) -> UInt16 {
        var sum = UInt32(~checksum) + UInt32(~old) + UInt32(new)
        sum = (sum & 0xFFFF) + sum >> 16
        sum = (sum & 0xFFFF) + sum >> 16
        return ~UInt16(truncatingIfNeeded: sum)
    }
}
