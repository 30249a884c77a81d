/// The interfaces of a section of a pcapng file.
struct PcapngInterfaces: Sendable {
    /// Packets of further interfaces are skipped.
    private static let most = 65_536

    private(set) var descriptions: [CaptureInterface] = []
    /// Facts about each interface that reading a packet needs.
    private(set) var clocks: [InterfaceClock] = []

    /// Decodes a block that describes the next interface.
    mutating func add(_ block: RawSpan, _ order: ByteOrder, _ progress: inout CaptureProgress) {
        guard let linkType = block.unsigned16(at: 8, order), block.byteCount >= 20,
            let snapLength = block.unsigned32(at: 12, order)
        else { return progress.noteBlock(.shortInterface) }
        guard descriptions.count < Self.most else {
            return progress.noteBlock(.tooManyInterfaces(most: Self.most))
        }
        var interface = CaptureInterface(
            linkType: LinkType(rawValue: UInt32(linkType)),
            snapLength: Int(snapLength)
        )
        block.forEachPcapngOption(from: 16, order) { code, value in
            switch code {
            case PcapngBlock.Option.interfaceName: interface.name = value.repairedText
            case PcapngBlock.Option.interfaceDescription: interface.description = value.repairedText
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
        descriptions.append(interface)
        clocks.append(InterfaceClock(interface))
    }
}
