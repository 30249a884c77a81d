import LinuxIO
import Wire

/// Packets' records, made one behind another where they are written from: for each packet of a fast line a few stores and one copy.
struct RecordBuffer: ~Copyable, @unchecked Sendable {
    // Safety: the memory has one owner, moved from thread to thread, never shared.

    /// With so many bytes it is time to write them: few calls, and what is written is still in the processor's own memory.
    private static let goodBytes = 1 << 18
    /// For the longest packet, and what stands around it.
    private static let spareBytes = RecorderSettings.wholePackets + 64

    private let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: goodBytes + spareBytes,
        alignment: MemoryLayout<UInt64>.alignment
    )
    private let format: RecordingTarget.Format
    private var count = 0

    init(_ format: RecordingTarget.Format) {
        self.format = format
    }

    deinit {
        memory.deallocate()
    }

    /// True where the next packet may find no room.
    var isFull: Bool { count >= Self.goodBytes }

    /// Hands everything to the file's writer, and is empty.
    mutating func write(to writer: inout FileWriter) throws(SystemCallError) {
        let records = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        count = 0
        try writer.write(records) { Self.wholeBytes($0, of: records, format) }
    }

    /// Makes the record of a packet, of which no more is kept than `RecorderSettings.wholePackets`; answers the record's length.
    /// `stamp` counts nanoseconds since 1970.
    mutating func append(_ packet: RawSpan, stamp: Int64, originalLength: Int) -> Int {
        let before = count
        let length = min(packet.byteCount, RecorderSettings.wholePackets)
        switch format {
        case .pcap:
            store(PcapEncoder.recordHeader(length: length, stamp: stamp, originalLength: originalLength))
            copy(packet, length)
        case .pcapng:
            let blockLength = PcapngEncoder.plainBlockLength(length)
            store(
                PcapngEncoder.packetHeader(
                    length: length,
                    stamp: stamp,
                    originalLength: originalLength,
                    blockLength: blockLength
                )
            )
            copy(packet, length)
            // The padding and the block's length again, in one piece.
            let padding = -length & 3
            store((UInt64(blockLength) << UInt64(8 * padding)).littleEndian, bytes: padding + 4)
        }
        return count - before
    }

    private mutating func store<Plain: BitwiseCopyable>(
        _ value: Plain,
        bytes: Int = MemoryLayout<Plain>.size
    ) {
        memory.storeBytes(of: value, toByteOffset: count, as: Plain.self)
        count += bytes
    }

    private mutating func copy(_ packet: RawSpan, _ length: Int) {
        let place = UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + length])
        packet.withUnsafeBytes { place.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<length])) }
        count += length
    }

    /// How many of the first so many bytes are whole records.
    private static func wholeBytes(_ limit: Int, of records: RawSpan, _ format: RecordingTarget.Format) -> Int
    {
        var end = 0
        while let length = recordLength(at: end, of: records, format), end + length <= limit { end += length }
        return end
    }

    private static func recordLength(
        at start: Int,
        of records: RawSpan,
        _ format: RecordingTarget.Format
    ) -> Int? {
        switch format {
        case .pcap:
            records.unsigned32(at: start + 8, .little).map {
                Int($0) + MemoryLayout<PcapEncoder.RecordHeader>.size
            }
        case .pcapng: records.unsigned32(at: start + 4, .little).map { Int($0) }
        }
    }
}
