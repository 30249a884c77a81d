/// Encodes classic pcap: a file header, then records, in little-endian order with timestamps in nanoseconds.
public enum PcapEncoder {
    /// The header of a file.
    package static func header(linkType: LinkType, snapLength: Int) -> [UInt8] {
        withUnsafeBytes(
            of: (
                UInt32(0xA1B2_3C4D).littleEndian, UInt16(2).littleEndian, UInt16(4).littleEndian, UInt32(0),
                UInt32(0), UInt32(clamping: snapLength).littleEndian, linkType.rawValue.littleEndian
            )
        ) { Array($0) }
    }

    /// Seconds, nanoseconds, captured length, original length.
    public typealias RecordHeader = (UInt32, UInt32, UInt32, UInt32)

    /// The header of a packet's record, as bytes of the file. `stamp` is in nanoseconds since 1970.
    @inlinable
    public static func recordHeader(length: Int, stamp: Int64, originalLength: Int) -> RecordHeader {
        let (seconds, fraction) = max(0, stamp).quotientAndRemainder(dividingBy: 1_000_000_000)
        return (
            UInt32(clamping: seconds).littleEndian, UInt32(truncatingIfNeeded: fraction).littleEndian,
            UInt32(clamping: length).littleEndian, UInt32(clamping: originalLength).littleEndian
        )
    }
}
