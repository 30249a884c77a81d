import Wire

/// The packets that wait for the line, and who of them goes next. The bound is the direction's: it asks a full queue
/// to make room.
protocol PacketQueue: Sendable {
    var isEmpty: Bool { get }

    /// True where a packet that comes is dropped to tell its sender of congestion; else it may have been marked.
    mutating func refuses(_ packet: inout QueuedPacket) -> Bool

    mutating func enqueue(_ packet: QueuedPacket)

    /// Takes out the packet to be served from `now` on; what it drops instead goes to `dropped`. nil where none is left.
    mutating func dequeue(at now: Instant, dropped: inout [QueuedPacket]) -> QueuedPacket?

    /// Takes out the packet that goes where the queue is full; nil where the one that arrives must.
    mutating func makeRoom() -> QueuedPacket?

    /// Takes out all of them, in the order of their arrival.
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
    /// An empty queue on a line that carries packets up to `mtu`.
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
