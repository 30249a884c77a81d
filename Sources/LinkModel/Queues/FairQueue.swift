import Wire

/// A queue for each flow; they take turns by bytes (deficit round robin), flows that have just begun to queue first, as
/// fq_codel does (RFC 8290). Where it is full, the head of the flow with the most bytes is dropped.
struct FairQueue: PacketQueue {
    private struct Flow: Sendable {
        var packets = SlotPool<QueuedPacket>.List()
        var bytes = 0
        /// What it may send before the others have their turn.
        var deficit = 0
        var control: CoDelControl?
        /// True while it has its turns.
        var isActive = false
    }

    private let codel: ControlledDelay?
    private let mtu: Int
    private var slots = SlotPool<QueuedPacket>()
    /// By their numbers.
    private var flows: [Flow] = []
    private var turns = SlotPool<Int>()
    private var fresh = SlotPool<Int>.List()
    private var older = SlotPool<Int>.List()
    private var count = 0

    init(codel: ControlledDelay?, mtu: Int) {
        self.codel = codel
        self.mtu = mtu
    }

    var isEmpty: Bool { count == 0 }

    mutating func enqueue(_ packet: QueuedPacket) {
        let number = Int(packet.packet.identity.flow)
        if number >= flows.count { addFlows(upTo: number) }
        slots.append(packet, to: &flows[number].packets)
        flows[number].bytes += packet.bytes
        count += 1
        guard !flows[number].isActive else { return }
        flows[number].isActive = true
        flows[number].deficit = mtu
        turns.append(number, to: &fresh)
    }

    mutating func dequeue(at now: Instant, dropped: inout [QueuedPacket]) -> QueuedPacket? {
        while true {
            let isFresh = !fresh.isEmpty
            guard let number = turns.first(of: isFresh ? fresh : older) else { return nil }
            if flows[number].deficit <= 0 {
                flows[number].deficit += mtu
                rotate(isFresh: isFresh)
            } else if let packet = take(from: number, at: now, dropped: &dropped) {
                flows[number].deficit -= packet.bytes
                return packet
            } else if isFresh {
                // It has its turn with the others first: one that sends a packet at a time is not fresh each time.
                rotate(isFresh: true)
            } else {
                turns.removeFirst(of: &older)
                flows[number].isActive = false
            }
        }
    }

    mutating func makeRoom() -> QueuedPacket? {
        guard let longest = longestFlow(of: fresh, longestFlow(of: older, nil)) else { return nil }
        return pop(from: longest)
    }

    mutating func handOver() -> [QueuedPacket] {
        var packets: [(order: Int, packet: QueuedPacket)] = []
        for number in flows.indices {
            while let packet = pop(from: number) { packets.append((packets.count, packet)) }
        }
        packets.sort { ($0.packet.arrival, $0.order) < ($1.packet.arrival, $1.order) }
        return packets.map(\.packet)
    }

    // MARK: Flows

    private mutating func addFlows(upTo number: Int) {
        let flow = Flow(control: codel.map { CoDelControl($0, mtu: mtu) })
        let size = max(16, 2 * (number + 1))
        flows.append(contentsOf: repeatElement(flow, count: size - flows.count))
    }

    /// The first flow of a list goes behind the older ones.
    private mutating func rotate(isFresh: Bool) {
        if isFresh { turns.moveFirst(of: &fresh, to: &older) } else { turns.moveFirst(of: &older) }
    }

    private mutating func take(
        from number: Int,
        at now: Instant,
        dropped: inout [QueuedPacket]
    ) -> QueuedPacket? {
        while var packet = pop(from: number) {
            let backlog = flows[number].bytes
            switch flows[number].control?.judge(packet, backlog: backlog, at: now) ?? .pass {
            case .pass: return packet
            case .mark:
                packet.alterations.insert(.marked)
                return packet
            case .drop: dropped.append(packet)
            }
        }
        return nil
    }

    private mutating func pop(from number: Int) -> QueuedPacket? {
        guard let packet = slots.removeFirst(of: &flows[number].packets) else { return nil }
        flows[number].bytes -= packet.bytes
        count -= 1
        return packet
    }

    private func longestFlow(of list: SlotPool<Int>.List, _ other: Int?) -> Int? {
        turns.reduce(list, other) { longest, number in
            guard let longest else { return flows[number].bytes > 0 ? number : nil }
            return flows[number].bytes > flows[longest].bytes ? number : longest
        }
    }
}
