package import Wire

/// Copies of consecutive packets.
package struct PacketBatch: Sendable {
    private struct Entry {
        var header: CapturedPacket
        var bytes: Range<Int>
    }

    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }
    package var count: Int { entries.count }

    /// Memory that the batch occupies, in bytes.
    var size: Int { bytes.count + entries.count * MemoryLayout<Entry>.stride }

    package mutating func append(_ packet: RawSpan, _ header: CapturedPacket) {
        let start = bytes.count
        bytes.append(copying: packet)
        entries.append(Entry(header: header, bytes: start..<bytes.count))
    }

    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Visits the packets in order.
    package func forEach(_ body: (CapturedPacket, RawSpan) -> Void) {
        let span = bytes.span.bytes
        for entry in entries { body(entry.header, span.extracting(entry.bytes)) }
    }
}
