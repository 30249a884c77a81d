import Wire

/// First in, first out, with CoDel: on dequeue it drops, or marks, packets that waited too long. Arrivals at
/// a full queue are dropped.
struct CoDelQueue: PacketQueue {
    private var packets = Ring<QueuedPacket>()
    private var bytes = 0
    private var control: CoDelControl

    init(_ settings: ControlledDelay, mtu: Int) {
        control = CoDelControl(settings, mtu: mtu)
    }

    var isEmpty: Bool { packets.isEmpty }

    mutating func enqueue(_ packet: QueuedPacket) {
        packets.append(packet)
        bytes += packet.bytes
    }

    mutating func dequeue(at now: Instant, dropped: inout [QueuedPacket]) -> QueuedPacket? {
        while var packet = packets.popFirst() {
            bytes -= packet.bytes
            switch control.judge(packet, backlog: bytes, at: now) {
            case .pass: return packet
            case .mark:
                packet.alterations.insert(.marked)
                return packet
            case .drop: dropped.append(packet)
            }
        }
        return nil
    }

    mutating func handOver() -> [QueuedPacket] {
        bytes = 0
        return packets.removeAll()
    }
}
