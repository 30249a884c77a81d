// Classic pcap: a file header of 24 bytes, then records with a header of 16.
extension CaptureFileDecoder {
    /// The format by the file's first four bytes, read in network order.
    static func pcapFormat(magic: UInt32) -> CaptureFileFormat? {
        switch magic {
        case 0xA1B2_C3D4: .pcap(.big, .microseconds)
        case 0xD4C3_B2A1: .pcap(.little, .microseconds)
        case 0xA1B2_3C4D: .pcap(.big, .nanoseconds)
        case 0x4D3C_B2A1: .pcap(.little, .nanoseconds)
        default: nil
        }
    }

    func pcapFrame(_ bytes: RawSpan, _ order: ByteOrder) -> Frame {
        guard let captured = bytes.unsigned32(at: 8, order) else { return .needs(16) }
        // Nothing marks the start of a record, so after an impossible length no later record can be found.
        guard captured <= Self.longestBlock else {
            return .damaged(.recordLength(captured))
        }
        return .length(16 + Int(captured))
    }

    mutating func begin(_ format: CaptureFileFormat, header: RawSpan) {
        self.format = format
        guard case .pcap(let order, let resolution) = format,
            let snapLength = header.unsigned32(at: 16, order), let link = header.unsigned32(at: 20, order)
        else { return }
        // The upper half may describe frame check sequences.
        let linkType = LinkType(rawValue: link & 0xFFFF)
        let interface = CaptureInterface(
            linkType: linkType,
            snapLength: Int(snapLength),
            resolution: resolution
        )
        interfaces = [interface]
        clocks = [InterfaceClock(interface)]
    }

    mutating func decodeRecord(
        _ record: RawSpan,
        _ order: ByteOrder,
        _ resolution: TimestampResolution,
        packet: (CapturedPacket, RawSpan) -> Void
    ) {
        blocks += 1
        guard let seconds = record.unsigned32(at: 0, order), let fraction = record.unsigned32(at: 4, order),
            let original = record.unsigned32(at: 12, order), let interface = clocks.first
        else { return }
        let scale: Int64 = resolution == .nanoseconds ? 1 : 1000
        hand(
            record.extracting(16..<record.byteCount),
            interface: 0,
            linkType: interface.linkType,
            stamp: Int64(seconds) * 1_000_000_000 + Int64(fraction) * scale,
            originalLength: Int(original),
            to: packet
        )
    }
}
