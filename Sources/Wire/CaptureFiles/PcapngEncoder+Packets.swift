extension PcapngEncoder {
    /// `stamp` is in nanoseconds since 1970. `identifier` is the same for every sighting of one packet.
    package mutating func appendPacket(
        _ captured: RawSpan,
        interface: Int = 0,
        stamp: Int64,
        originalLength: Int,
        identifier: UInt64? = nil,
        comments: [String] = []
    ) {
        beginPacket(captured.byteCount, interface: interface, stamp: stamp, originalLength: originalLength)
        bytes.append(copying: captured)
        pad()
        append(comments: comments)
        if let identifier {
            appendOptionHeader(PcapngBlock.Option.packetIdentifier, length: 8)
            append64(identifier)
        }
        close(hasOptions: identifier != nil || !comments.isEmpty)
    }

    /// Appends a whole packet whose headers and payload lie apart. `stamp` is in nanoseconds since 1970.
    package mutating func appendPacket(
        headers: RawSpan,
        payload: RawSpan,
        interface: Int,
        stamp: Int64
    ) {
        let length = headers.byteCount + payload.byteCount
        beginPacket(length, interface: interface, stamp: stamp, originalLength: length)
        bytes.append(copying: headers)
        bytes.append(copying: payload)
        pad()
        close(hasOptions: false)
    }

    /// Begins the block of a packet of `length` captured bytes.
    private mutating func beginPacket(
        _ length: Int,
        interface: Int,
        stamp: Int64,
        originalLength: Int
    ) {
        blockStart = bytes.count
        let header = Self.packetHeader(
            length: length,
            interface: interface,
            stamp: stamp,
            originalLength: originalLength,
            blockLength: 0
        )
        withUnsafeBytes(of: header) { bytes.append(contentsOf: $0) }
    }

    /// Length of a packet's block without options.
    @inlinable
    public static func plainBlockLength(_ length: Int) -> Int { (length + 3) & ~3 + 32 }

    /// Type, block length, interface, timestamp (high and low), captured length, original length.
    public typealias PacketHeader = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    /// The header of a packet's block, as bytes of the file. `stamp` is in nanoseconds since 1970.
    @inlinable
    public static func packetHeader(
        length: Int,
        interface: Int = 0,
        stamp: Int64,
        originalLength: Int,
        blockLength: Int
    ) -> PacketHeader {
        let units = UInt64(clamping: stamp)
        return (
            PcapngBlock.enhancedPacket.littleEndian, UInt32(clamping: blockLength).littleEndian,
            UInt32(clamping: interface).littleEndian,
            UInt32(truncatingIfNeeded: units >> 32).littleEndian,
            UInt32(truncatingIfNeeded: units).littleEndian,
            UInt32(clamping: length).littleEndian,
            UInt32(clamping: originalLength).littleEndian
        )
    }
}
