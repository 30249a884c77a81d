/// Decodes pcapng: a chain of blocks, each with its type, and with its length at both ends.
struct PcapngDecoder: Sendable {
    /// Of the current section.
    private var interfaces = PcapngInterfaces()
    private var names = PcapngNames()
    /// Packets that the recorder dropped, according to the file's statistics.
    private(set) var dropped: UInt64 = 0
    private var order = ByteOrder.little

    var descriptions: [CaptureInterface] { interfaces.descriptions }
    var hostNames: [IPAddress: String] { names.names }

    func frame(_ bytes: RawSpan) -> CaptureFrame {
        guard let type = bytes.bigEndian32(at: 0) else { return .incomplete(12) }
        var order = order
        if type == PcapngBlock.sectionHeader {
            // Sections may differ in byte order; the magic number states it.
            guard let magic = bytes.bigEndian32(at: 8) else { return .incomplete(12) }
            guard let told = Self.order(magic: magic) else {
                return .damaged(.noByteOrder)
            }
            order = told
        }
        guard let length = bytes.unsigned32(at: 4, order) else { return .incomplete(12) }
        guard length >= 12, length & 3 == 0 else {
            return .damaged(.blockLength(length))
        }
        return length > CaptureFileDecoder.longestBlock ? .tooLong(Int(length)) : .length(Int(length))
    }

    private static func order(magic: UInt32) -> ByteOrder? {
        switch magic {
        case PcapngBlock.byteOrderMagic: .big
        case PcapngBlock.byteOrderMagic.byteSwapped: .little
        default: nil
        }
    }

    mutating func decode(
        _ block: RawSpan,
        _ progress: inout CaptureProgress,
        secrets: (CaptureSecrets) -> Void,
        packet: (CapturedPacket, RawSpan) -> Void
    ) {
        progress.beginBlock()
        if block.bigEndian32(at: 0) == PcapngBlock.sectionHeader { beginSection(block, &progress) }
        let length = block.byteCount
        if let trailer = block.unsigned32(at: length - 4, order), Int(trailer) != length {
            progress.noteBlock(.trailer(trailer, length: length))
        }
        switch block.unsigned32(at: 0, order) {
        case PcapngBlock.interfaceDescription: interfaces.add(block, order, &progress)
        case PcapngBlock.enhancedPacket:
            decodePacket(block, on: block.unsigned32(at: 8, order).map(Int.init), &progress, packet)
        case PcapngBlock.packet:
            decodePacket(block, on: block.unsigned16(at: 8, order).map(Int.init), &progress, packet)
        case PcapngBlock.simplePacket: decodeSimplePacket(block, &progress, packet)
        case PcapngBlock.interfaceStatistics: decodeStatistics(block, &progress)
        case PcapngBlock.nameResolution: names.add(block, order)
        case PcapngBlock.decryptionSecrets: decodeSecrets(block, &progress, secrets)
        default: break
        }
    }

    private mutating func beginSection(_ block: RawSpan, _ progress: inout CaptureProgress) {
        if let magic = block.bigEndian32(at: 8), let order = Self.order(magic: magic) { self.order = order }
        interfaces = PcapngInterfaces()
        if let major = block.unsigned16(at: 12, order), major != 1 {
            progress.noteBlock(.unknownVersion(major))
        }
    }

    /// Both kinds of packet block with timestamps have the same layout from byte 12 on.
    private func decodePacket(
        _ block: RawSpan,
        on interface: Int?,
        _ progress: inout CaptureProgress,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) {
        guard block.byteCount >= 32, let interface, let high = block.unsigned32(at: 12, order),
            let low = block.unsigned32(at: 16, order), let captured = block.unsigned32(at: 20, order),
            let original = block.unsigned32(at: 24, order)
        else { return progress.noteBlock(.shortPacket) }
        guard interface < interfaces.clocks.count else {
            return progress.skipPacket(.unknownInterface(interface))
        }
        let available = block.byteCount - 32
        if Int(captured) > available {
            progress.noteBlock(.packetLength(captured, available: available))
        }
        let clock = interfaces.clocks[interface]
        progress.hand(
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

    private func decodeSimplePacket(
        _ block: RawSpan,
        _ progress: inout CaptureProgress,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) {
        guard block.byteCount >= 16, let original = block.unsigned32(at: 8, order) else {
            return progress.noteBlock(.shortPacket)
        }
        guard let clock = interfaces.clocks.first else {
            return progress.skipPacket(.noInterface)
        }
        var length = min(Int(original), block.byteCount - 16)
        if clock.snapLength > 0 { length = min(length, clock.snapLength) }
        progress.hand(
            block.extracting(12..<12 + length),
            interface: 0,
            linkType: clock.linkType,
            stamp: progress.lastStamp,
            originalLength: Int(original),
            to: packet
        )
    }

    private mutating func decodeStatistics(_ block: RawSpan, _ progress: inout CaptureProgress) {
        var dropped: UInt64 = 0
        block.forEachPcapngOption(from: 20, order) { code, value in
            if code == PcapngBlock.Option.statisticsDropped
                || code == PcapngBlock.Option.statisticsSystemDropped
            {
                dropped = dropped.addingReportingOverflow(value.unsigned64(at: 0, order) ?? 0).partialValue
            }
        }
        guard dropped > 0 else { return }
        self.dropped = self.dropped.addingReportingOverflow(dropped).partialValue
        progress.noteBlock(
            .dropped(dropped)
        )
    }

    private func decodeSecrets(
        _ block: RawSpan,
        _ progress: inout CaptureProgress,
        _ secrets: (CaptureSecrets) -> Void
    ) {
        guard let kind = block.unsigned32(at: 8, order), let length = block.unsigned32(at: 12, order),
            Int(length) <= block.byteCount - 20
        else { return progress.noteBlock(.shortSecrets) }
        var bytes: [UInt8] = []
        bytes.append(copying: block.extracting(16..<16 + Int(length)))
        secrets(CaptureSecrets(kind: kind, bytes: bytes))
    }
}
