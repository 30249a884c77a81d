// pcapng: a chain of blocks, each with its type, and with its length at both ends.
extension CaptureFileDecoder {
    func pcapngFrame(_ bytes: RawSpan) -> Frame {
        guard let type = bytes.bigEndian32(at: 0) else { return .needs(12) }
        var order = order
        if type == PcapngBlock.sectionHeader {
            // Sections may differ in byte order; the magic number states it.
            guard let magic = bytes.bigEndian32(at: 8) else { return .needs(12) }
            guard let told = Self.order(magic: magic) else {
                return .damaged(.noByteOrder)
            }
            order = told
        }
        guard let length = bytes.unsigned32(at: 4, order) else { return .needs(12) }
        guard length >= 12, length & 3 == 0 else {
            return .damaged(.blockLength(length))
        }
        return length > Self.longestBlock ? .tooLong(Int(length)) : .length(Int(length))
    }

    private static func order(magic: UInt32) -> ByteOrder? {
        switch magic {
        case PcapngBlock.byteOrderMagic: .big
        case PcapngBlock.byteOrderMagic.byteSwapped: .little
        default: nil
        }
    }

    mutating func decodePcapng(
        _ block: RawSpan,
        _ secrets: (CaptureSecrets) -> Void,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) {
        blocks += 1
        if block.bigEndian32(at: 0) == PcapngBlock.sectionHeader {
            beginSection(block)
        }
        let length = block.byteCount
        if let trailer = block.unsigned32(at: length - 4, order), Int(trailer) != length {
            note(block: blocks, .trailer(trailer, length: length))
        }
        switch block.unsigned32(at: 0, order) {
        case PcapngBlock.interfaceDescription: decodeInterface(block)
        case PcapngBlock.enhancedPacket: decodeEnhancedPacket(block, packet: packet)
        case PcapngBlock.packet: decodeOldPacket(block, packet: packet)
        case PcapngBlock.simplePacket: decodeSimplePacket(block, packet: packet)
        case PcapngBlock.interfaceStatistics: decodeStatistics(block)
        case PcapngBlock.nameResolution: decodeNames(block)
        case PcapngBlock.decryptionSecrets: decodeSecrets(block, secrets)
        default: break
        }
    }

    private mutating func beginSection(_ block: RawSpan) {
        if let magic = block.bigEndian32(at: 8), let order = Self.order(magic: magic) { self.order = order }
        interfaces = []
        clocks = []
        if let major = block.unsigned16(at: 12, order), major != 1 {
            note(block: blocks, .unknownVersion(major))
        }
    }

    private mutating func decodeInterface(_ block: RawSpan) {
        guard let linkType = block.unsigned16(at: 8, order), block.byteCount >= 20,
            let snapLength = block.unsigned32(at: 12, order)
        else {
            note(block: blocks, .shortInterface)
            return
        }
        guard interfaces.count < Self.mostInterfaces else {
            note(block: blocks, .tooManyInterfaces(most: Self.mostInterfaces))
            return
        }
        var interface = CaptureInterface(
            linkType: LinkType(rawValue: UInt32(linkType)),
            snapLength: Int(snapLength)
        )
        forEachOption(of: block, from: 16) { code, value in
            switch code {
            case PcapngBlock.Option.interfaceName:
                interface.name = Self.text(value)
            case PcapngBlock.Option.interfaceDescription:
                interface.description = Self.text(value)
            case PcapngBlock.Option.interfaceTimestampResolution:
                if let encoded = value.byte(at: 0) {
                    interface.resolution = TimestampResolution(encoded: encoded)
                }
            case PcapngBlock.Option.interfaceTimestampOffset:
                if let seconds = value.unsigned64(at: 0, order) {
                    interface.offsetSeconds = Int64(bitPattern: seconds)
                }
            default: break
            }
        }
        interfaces.append(interface)
        clocks.append(InterfaceClock(interface))
    }

    private mutating func decodeEnhancedPacket(_ block: RawSpan, packet: (CapturedPacket, RawSpan) -> Void) {
        guard let interface = block.unsigned32(at: 8, order) else {
            note(block: blocks, .shortPacket)
            return
        }
        decodeStampedPacket(block, interface: Int(interface), packet: packet)
    }

    private mutating func decodeOldPacket(_ block: RawSpan, packet: (CapturedPacket, RawSpan) -> Void) {
        guard let interface = block.unsigned16(at: 8, order) else {
            note(block: blocks, .shortPacket)
            return
        }
        decodeStampedPacket(block, interface: Int(interface), packet: packet)
    }

    /// Both kinds of packet block with timestamps have the same layout from byte 12 on.
    private mutating func decodeStampedPacket(
        _ block: RawSpan,
        interface: Int,
        packet: (CapturedPacket, RawSpan) -> Void
    ) {
        guard block.byteCount >= 32, let high = block.unsigned32(at: 12, order),
            let low = block.unsigned32(at: 16, order), let captured = block.unsigned32(at: 20, order),
            let original = block.unsigned32(at: 24, order)
        else {
            note(block: blocks, .shortPacket)
            return
        }
        guard interface < clocks.count else {
            packets += 1
            note(packet: packets, block: blocks, .unknownInterface(interface))
            return
        }
        let available = block.byteCount - 32
        if Int(captured) > available {
            note(block: blocks, .packetLength(captured, available: available))
        }
        let clock = clocks[interface]
        hand(
            block.extracting(28..<28 + min(Int(captured), available)),
            interface: interface,
            linkType: clock.linkType,
            stamp: clock.resolution.nanoseconds(
                units: UInt64(high) << 32 | UInt64(low),
                offsetSeconds: clock.offsetSeconds
            ),
            originalLength: Int(original),
            to: packet
        )
    }

    private mutating func decodeSimplePacket(_ block: RawSpan, packet: (CapturedPacket, RawSpan) -> Void) {
        guard block.byteCount >= 16, let original = block.unsigned32(at: 8, order) else {
            note(block: blocks, .shortPacket)
            return
        }
        guard let interface = clocks.first else {
            packets += 1
            note(packet: packets, block: blocks, .noInterface)
            return
        }
        var length = min(Int(original), block.byteCount - 16)
        if interface.snapLength > 0 { length = min(length, interface.snapLength) }
        hand(
            block.extracting(12..<12 + length),
            interface: 0,
            linkType: interface.linkType,
            stamp: lastStamp,
            originalLength: Int(original),
            to: packet
        )
    }

    private mutating func decodeStatistics(_ block: RawSpan) {
        var dropped: UInt64 = 0
        forEachOption(of: block, from: 20) { code, value in
            if code == PcapngBlock.Option.statisticsDropped
                || code == PcapngBlock.Option.statisticsSystemDropped
            {
                dropped = dropped.addingReportingOverflow(value.unsigned64(at: 0, order) ?? 0).partialValue
            }
        }
        guard dropped > 0 else { return }
        self.dropped = self.dropped.addingReportingOverflow(dropped).partialValue
        note(block: blocks, .dropped(dropped))
    }

}

extension CaptureFileDecoder {
    /// Calls `body` with the code and value of each option that lies completely inside the block.
    func forEachOption(of block: RawSpan, from start: Int, _ body: (UInt16, RawSpan) -> Void) {
        let end = block.byteCount - 4
        var offset = start
        while offset + 4 <= end, let code = block.unsigned16(at: offset, order),
            let length = block.unsigned16(at: offset + 2, order), code != PcapngBlock.Option.end,
            offset + 4 + Int(length) <= end
        {
            body(code, block.extracting(offset + 4..<offset + 4 + Int(length)))
            offset += 4 + (Int(length) + 3) & ~3
        }
    }

    /// Repairs damaged text and never refuses it.
    static func text(_ value: RawSpan) -> String {
        value.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
