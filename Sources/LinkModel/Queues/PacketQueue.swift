import Wire

/// The packets that wait for the line, and which one is next. The direction enforces the limit: it asks a
/// full queue to make room.
protocol PacketQueue: Sendable {
    var isEmpty: Bool { get }

    /// True if the arriving packet is dropped to signal congestion; otherwise it may have been marked.
    mutating func refuses(_ packet: inout QueuedPacket) -> Bool

    mutating func enqueue(_ packet: QueuedPacket)

    /// Dequeues the packet to serve from `now` on; packets dropped instead go to `dropped`. nil if none is
    /// left.
    mutating func dequeue(at now: Instant, dropped: inout [QueuedPacket]) -> QueuedPacket?

    /// Removes the packet to drop from a full queue; nil if the arriving packet is to be dropped.
    mutating func makeRoom() -> QueuedPacket?

    /// Removes all packets, in order of arrival.
    mutating func handOver() -> [QueuedPacket]
}

extension PacketQueue {
    mutating func refuses(_ packet: inout QueuedPacket) -> Bool {
        false
    }

    mutating func makeRoom() -> QueuedPacket? {
        nil
    }
}

extension QueueDiscipline {
    /// An empty queue for a line with this MTU.
    func queue(mtu: Int, seed: UInt64) -> any PacketQueue {
        switch self {
        case .dropTail: DropTailQueue()
        case .dropHead: DropHeadQueue()
        case .codel(let settings): CoDelQueue(settings, mtu: mtu)
        case .pie(let settings): PIEQueue(settings, mtu: mtu, seed: seed)
        case .fair(let codel): FairQueue(codel: codel, mtu: mtu)
        }
    }
}
