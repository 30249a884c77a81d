/// Encodes classic pcap: a file header, then records. In little-endian order, stamps in nanoseconds.
package enum PcapEncoder {
    /// The header of a file.
    package static func appendHeader(linkType: LinkType, snapLength: Int, to bytes: inout [UInt8]) {
        append(
            (
                UInt32(0xA1B2_3C4D).littleEndian, UInt16(2).littleEndian, UInt16(4).littleEndian, UInt32(0),
                UInt32(0), UInt32(clamping: snapLength).littleEndian, linkType.rawValue.littleEndian
            ),
            to: &bytes
        )
    }

    /// `stamp` counts nanoseconds since 1970.
    package static func appendPacket(
        _ captured: RawSpan,
        stamp: Int64,
        originalLength: Int,
        to bytes: inout [UInt8]
    ) {
        let (seconds, fraction) = max(0, stamp).quotientAndRemainder(dividingBy: 1_000_000_000)
        append(
            (
                UInt32(clamping: seconds).littleEndian, UInt32(truncatingIfNeeded: fraction).littleEndian,
                UInt32(clamping: captured.byteCount).littleEndian,
                UInt32(clamping: originalLength).littleEndian
            ),
            to: &bytes
        )
        bytes.append(copying: captured)
    }

    private static func append<Plain: BitwiseCopyable>(_ value: Plain, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }
}
