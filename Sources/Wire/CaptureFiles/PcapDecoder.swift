/// Decodes classic pcap: a file header of 24 bytes, then records with a header of 16.
struct PcapDecoder: Sendable {
    static let headerBytes = 24

    private let order: ByteOrder
    private let resolution: TimestampResolution
    private let linkType: LinkType
    private let snapLength: Int

    /// nil if the bytes are no header of a pcap file.
    init?(header: RawSpan) {
        guard let magic = header.bigEndian32(at: 0), let (order, resolution) = Self.kind(magic: magic),
            let snapLength = header.unsigned32(at: 16, order), let link = header.unsigned32(at: 20, order)
        else { return nil }
        self.order = order
        self.resolution = resolution
        // The upper half may describe frame check sequences.
        linkType = LinkType(rawValue: link & 0xFFFF)
        self.snapLength = Int(snapLength)
    }

    var format: CaptureFileFormat { .pcap(order, resolution) }

    var interface: CaptureInterface {
        CaptureInterface(linkType: linkType, snapLength: snapLength, resolution: resolution)
    }

    /// True if these are the first four bytes of a pcap file, read in network order.
    static func begins(with magic: UInt32) -> Bool { kind(magic: magic) != nil }

    private static func kind(magic: UInt32) -> (ByteOrder, TimestampResolution)? {
        switch magic {
        case 0xA1B2_C3D4: (.big, .microseconds)
        case 0xD4C3_B2A1: (.little, .microseconds)
        case 0xA1B2_3C4D: (.big, .nanoseconds)
        case 0x4D3C_B2A1: (.little, .nanoseconds)
        default: nil
        }
    }

    func frame(_ bytes: RawSpan) -> CaptureFrame {
        guard let captured = bytes.unsigned32(at: 8, order) else { return .incomplete(16) }
        // Nothing marks the start of a record, so after an impossible length no later record can be found.
        guard captured <= CaptureFileDecoder.longestBlock else {
            return .damaged(.recordLength(captured))
        }
        return .length(16 + Int(captured))
    }

    func decode(
        _ record: RawSpan,
        _ progress: inout CaptureProgress,
        packet: (CapturedPacket, RawSpan) -> Void
    ) {
        progress.beginBlock()
        guard let seconds = record.unsigned32(at: 0, order), let fraction = record.unsigned32(at: 4, order),
            let original = record.unsigned32(at: 12, order)
        else { return }
        let scale: Int64 = resolution == .nanoseconds ? 1 : 1000
        progress.hand(
            record.extracting(16..<record.byteCount),
            interface: 0,
            linkType: linkType,
            stamp: Int64(seconds) * 1_000_000_000 + Int64(fraction) * scale,
            originalLength: Int(original),
            to: packet
        )
    }
}
