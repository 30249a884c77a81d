/// Appends the blocks of a pcapng file to `bytes`, in little-endian order.
///
/// Every call appends one whole block. The owner writes `bytes` out and empties them when it likes.
public struct PcapngEncoder: Sendable {
    package internal(set) var bytes: [UInt8] = []
    /// Start of the open block.
    private var blockStart = 0

    package init() {}

    /// Clears the bytes and keeps the memory for more.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Begins a file of unspecified length, so that any number of blocks may follow.
    package mutating func appendSectionHeader(
        hardware: String? = nil,
        system: String? = nil,
        application: String? = nil,
        comments: [String] = []
    ) {
        open(PcapngBlock.sectionHeader)
        append32(PcapngBlock.byteOrderMagic)
        append16(1)
        append16(0)
        append64(.max)
        append(comments: comments)
        append(PcapngBlock.Option.sectionHardware, text: hardware)
        append(PcapngBlock.Option.sectionSystem, text: system)
        append(PcapngBlock.Option.sectionApplication, text: application)
        close(hasOptions: true)
    }

    /// Describes the next interface; the first of a section is number 0. Its timestamps are in nanoseconds.
    package mutating func appendInterface(
        linkType: LinkType,
        snapLength: Int,
        name: String? = nil,
        description: String? = nil,
        comments: [String] = []
    ) {
        open(PcapngBlock.interfaceDescription)
        append16(UInt16(truncatingIfNeeded: linkType.rawValue))
        append16(0)
        append32(UInt32(clamping: snapLength))
        append(comments: comments)
        append(PcapngBlock.Option.interfaceName, text: name)
        append(PcapngBlock.Option.interfaceDescription, text: description)
        append(PcapngBlock.Option.interfaceTimestampResolution, [TimestampResolution.nanoseconds.encoded])
        close(hasOptions: true)
    }

    /// Appends the text of a TLS key log, which decrypts the packets that follow.
    package mutating func appendSecrets(_ log: [UInt8]) {
        open(PcapngBlock.decryptionSecrets)
        append32(CaptureSecrets.tlsKeyLog)
        append32(UInt32(clamping: log.count))
        bytes.append(contentsOf: log)
        pad()
        close(hasOptions: false)
    }

    package mutating func appendHostNames(_ names: [(address: IPAddress, name: String)]) {
        open(PcapngBlock.nameResolution)
        for (address, name) in names {
            let text = Array(name.utf8.prefix(255)) + [0]
            switch address {
            case .v4(let bits):
                append16(PcapngNames.ipv4)
                append16(UInt16(4 + text.count))
                append(bits.bigEndian)
            case .v6(let high, let low):
                append16(PcapngNames.ipv6)
                append16(UInt16(16 + text.count))
                append(high.bigEndian)
                append(low.bigEndian)
            }
            bytes.append(contentsOf: text)
            pad()
        }
        append32(0)
        close(hasOptions: false)
    }

    /// Appends an interface's counts from `start` to `end`, which are in nanoseconds since 1970.
    package mutating func appendStatistics(
        interface: Int = 0,
        start: Int64,
        end: Int64,
        received: UInt64,
        dropped: UInt64,
        comments: [String] = []
    ) {
        open(PcapngBlock.interfaceStatistics)
        append32(UInt32(clamping: interface))
        append(stamp: end)
        append(comments: comments)
        appendOptionHeader(PcapngBlock.Option.statisticsStart, length: 8)
        append(stamp: start)
        appendOptionHeader(PcapngBlock.Option.statisticsEnd, length: 8)
        append(stamp: end)
        appendOptionHeader(PcapngBlock.Option.statisticsReceived, length: 8)
        append64(received)
        appendOptionHeader(PcapngBlock.Option.statisticsDropped, length: 8)
        append64(dropped)
        close(hasOptions: true)
    }
}

// MARK: Framing

extension PcapngEncoder {
    private mutating func open(_ type: UInt32) {
        blockStart = bytes.count
        append32(type)
        append32(0)
    }

    /// Ends the block and writes its length at both ends.
    private mutating func close(hasOptions: Bool) {
        if hasOptions { append32(0) }
        let length = UInt32(clamping: bytes.count - blockStart + 4)
        let place = blockStart + 4
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: length.littleEndian, toByteOffset: place, as: UInt32.self)
        }
        append32(length)
    }

    private mutating func pad() {
        while (bytes.count - blockStart) & 3 != 0 { bytes.append(0) }
    }

    private mutating func append(comments: [String]) {
        for comment in comments { append(PcapngBlock.Option.comment, text: comment) }
    }

    private mutating func append(_ option: UInt16, text: String?) {
        guard let text else { return }
        append(option, Self.utf8(text, atMost: 65_535))
    }

    private mutating func append(_ option: UInt16, _ value: [UInt8]) {
        appendOptionHeader(option, length: UInt16(clamping: value.count))
        bytes.append(contentsOf: value)
        pad()
    }

    private mutating func appendOptionHeader(_ option: UInt16, length: UInt16) {
        append16(option)
        append16(length)
    }

    /// The longest prefix that fits and does not split a character.
    private static func utf8(_ text: String, atMost limit: Int) -> [UInt8] {
        var text = text[...]
        while text.utf8.count > limit { text = text.dropLast(max(1, (text.utf8.count - limit) / 8)) }
        return Array(text.utf8)
    }

    /// The high half of a timestamp comes first, whatever the byte order.
    private mutating func append(stamp: Int64) {
        let units = UInt64(clamping: stamp)
        append32(UInt32(truncatingIfNeeded: units >> 32))
        append32(UInt32(truncatingIfNeeded: units))
    }

    private mutating func append16(_ value: UInt16) {
        append(value.littleEndian)
    }

    private mutating func append32(_ value: UInt32) {
        append(value.littleEndian)
    }

    private mutating func append64(_ value: UInt64) {
        append(value.littleEndian)
    }

    /// Appends the bytes of integers as they are in memory.
    private mutating func append<Plain: BitwiseCopyable>(_ value: Plain) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }
}

// MARK: Packets

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
