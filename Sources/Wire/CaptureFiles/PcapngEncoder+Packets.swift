extension PcapngEncoder {
    /// `stamp` counts nanoseconds since 1970; `identifier` is the same for every sighting of one packet.
    package mutating func appendPacket(
        _ captured: RawSpan,
        interface: Int = 0,
        stamp: Int64,
        originalLength: Int,
        identifier: UInt64? = nil,
        comments: [String] = []
    ) {
        blockStart = bytes.count
        let header = Self.header(
            captured,
            interface: interface,
            stamp: stamp,
            originalLength: originalLength,
            blockLength: 0
        )
        Self.append(header, to: &bytes)
        bytes.append(copying: captured)
        pad()
        append(comments: comments)
        if let identifier {
            appendOptionHeader(PcapngBlock.Option.packetIdentifier, length: 8)
            append64(identifier)
        }
        close(hasOptions: identifier != nil || !comments.isEmpty)
    }

    /// One packet of the first interface with nothing said of it, onto the end of `bytes`: what is done for every packet of a
    /// fast line.
    package static func appendPacket(
        _ captured: RawSpan,
        stamp: Int64,
        originalLength: Int,
        to bytes: inout [UInt8]
    ) {
        let padding = -captured.byteCount & 3
        let length = UInt32(clamping: fixedBytes + captured.byteCount + padding)
        let header = header(
            captured,
            interface: 0,
            stamp: stamp,
            originalLength: originalLength,
            blockLength: length
        )
        append(header, to: &bytes)
        bytes.append(copying: captured)
        // The padding and the block's length again, in one piece.
        let end = UInt64(length) << UInt64(8 * padding)
        withUnsafeBytes(of: end.littleEndian) { bytes.append(contentsOf: $0.prefix(4 + padding)) }
    }

    /// Of a packet's block without options, beside the packet.
    private static let fixedBytes = 32

    private typealias Header = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    /// What stands before a packet's bytes, as it lies in the file.
    private static func header(
        _ captured: RawSpan,
        interface: Int,
        stamp: Int64,
        originalLength: Int,
        blockLength: UInt32
    ) -> Header {
        let units = UInt64(clamping: stamp)
        return (
            PcapngBlock.enhancedPacket.littleEndian, blockLength.littleEndian,
            UInt32(clamping: interface).littleEndian,
            UInt32(truncatingIfNeeded: units >> 32).littleEndian,
            UInt32(truncatingIfNeeded: units).littleEndian,
            UInt32(clamping: captured.byteCount).littleEndian,
            UInt32(clamping: originalLength).littleEndian
        )
    }

    private static func append(_ header: Header, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: header) { bytes.append(contentsOf: $0) }
    }
}
