import Wire

/// First in, first out; arrivals at a full queue are dropped.
struct DropTailQueue: PacketQueue {
    private var packets = Ring<QueuedPacket>()

    var isEmpty: Bool { packets.isEmpty }

    mutating func enqueue(_ packet: QueuedPacket) {
        packets.append(packet)
    }

    mutating func dequeue(at now: Instant, dropped: inout [QueuedPacket]) -> QueuedPacket? {
        packets.popFirst()
    }

    mutating func handOver() -> [QueuedPacket] {
        packets.removeAll()
    }
}
