import Wire

/// First in, first out, with PIE: it drops, or marks, arrivals with a chance that keeps the delay at its
/// target.
struct PIEQueue: PacketQueue {
    private var packets = Ring<QueuedPacket>()
    private var bytes = 0
    private let mtu: Int
    private let random: CounterRandom
    private var control: PIEControl
    /// Waiting time of the packet served last.
    private var lastSojourn: Nanoseconds = 0

    init(_ settings: ProportionalIntegral, mtu: Int, seed: UInt64) {
        control = PIEControl(settings)
        self.mtu = mtu
        random = CounterRandom(seed: seed, purpose: .congestion)
    }

    var isEmpty: Bool { packets.isEmpty }

    mutating func refuses(_ packet: inout QueuedPacket) -> Bool {
        update(until: packet.arrival)
        let verdict = control.judge(
            fraction: random.fraction(packet.packet.identity),
            isShort: bytes <= 2 * mtu,
            acceptsMarks: packet.packet.acceptsMarks
        )
        if verdict == .mark { packet.alterations.insert(.marked) }
        return verdict == .drop
    }

    mutating func enqueue(_ packet: QueuedPacket) {
        packets.append(packet)
        bytes += packet.bytes
    }

    mutating func dequeue(at now: Instant, dropped: inout [QueuedPacket]) -> QueuedPacket? {
        update(until: now)
        guard let packet = packets.popFirst() else { return nil }
        bytes -= packet.bytes
        lastSojourn = now - packet.arrival
        return packet
    }

    mutating func handOver() -> [QueuedPacket] {
        bytes = 0
        return packets.removeAll()
    }

    /// The delay is that of the last packet served or the time that the queue's first packet has waited; 0 if
    /// nothing waits.
    private mutating func update(until now: Instant) {
        if let due = control.nextUpdate, due > now { return }
        let first = packets.first?.arrival
        control.update(until: now) { [lastSojourn] moment in
            first.map { max(lastSojourn, moment - $0) } ?? 0
        }
    }
}
