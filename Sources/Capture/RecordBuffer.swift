import LinuxIO
import Wire

/// Builds packet records one behind another in the memory they are written from. Each packet of a fast line
/// costs a few stores and one copy.
struct RecordBuffer: ~Copyable, @unchecked Sendable {
    // Safety: the memory has one owner, moved from thread to thread, never shared.

    /// Bytes from which to write: enough for few system calls, and still in the processor's cache.
    private static let goodBytes = 1 << 18
    /// Room for the longest packet with its headers.
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

    /// True if the next packet may not fit.
    var isFull: Bool { count >= Self.goodBytes }

    /// Passes all records to the file's writer, and empties the buffer.
    mutating func write(to writer: inout FileWriter) throws(SystemCallError) {
        let records = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        count = 0
        try writer.write(records) { Self.wholeBytes($0, of: records, format) }
    }

    /// Builds the record of a packet, truncated to `RecorderSettings.wholePackets`, and returns the record's
    /// length. `stamp` is in nanoseconds since 1970.
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
            // The padding and the repeated block length, in one store.
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

    /// Length of the whole records within the first `limit` bytes.
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
