import Wire

/// A queue for each flow. They take turns by bytes (deficit round robin), and flows that have just begun to
/// queue go first, as in fq_codel (RFC 8290). When full, it drops the head of the flow with the most bytes.
struct FairQueue: PacketQueue {
    private struct Flow: Sendable {
        var packets = SlotPool<QueuedPacket>.List()
        var bytes = 0
        /// Bytes it may send before the next flow's turn.
        var deficit = 0
        var control: CoDelControl?
        /// True while it is in the rotation.
        var isActive = false
    }

    private let codel: ControlledDelay?
    private let mtu: Int
    private var slots = SlotPool<QueuedPacket>()
    /// Indexed by flow number.
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
                // An emptied new flow first takes a turn among the older ones: a flow that sends one packet
                // at a time must not count as new each time.
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

    /// Moves the first flow of a list to the end of the older ones.
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
