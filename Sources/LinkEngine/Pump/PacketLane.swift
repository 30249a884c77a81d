import LinkModel
import LinuxIO
import RealTime
import Wire

/// One direction of the line: its source, its model, its destination.
struct PacketLane: ~Copyable {
    /// Packets taken or sent in one go, so that neither side waits long for the other.
    static let burst = 32
    /// Times that a lane sends and takes before the other lane's turn.
    private static let turns = 8
    /// Pause before a full interface is tried again.
    static let pause: Nanoseconds = 500_000

    let direction: LinkDirection
    /// Borrowed: the pump's hosts own the ports.
    let source: Int32
    let destination: Int32
    /// Bytes before the IP packet in each frame.
    let headerBytes: Int
    var model: DirectionModel
    var pool: PacketPool
    var departures = Agenda<Departure>()
    /// How long to retry a full interface before dropping (and counting) the packet.
    var patience: Nanoseconds = 1_000_000_000
    /// Send times of packets that arrive while the thread sleeps; nil if they are not used.
    var times: SendingTimes?
    /// True if there may be packets that arrived while the thread slept.
    var mayHaveSlept = false
    /// True if packets are read only after the poller reported them. `mayHavePackets` is true if it has
    /// reported some since the port was last found empty.
    var waitsToBeTold = false
    var mayHavePackets = true
    /// True if this lane's packets wake a sleeping thread; false if there would be no room for them.
    var isRead = true
    /// Time up to which everything is decided.
    var settled = Instant.zero
    /// Since when the destination has been full, and when to retry; nil if it accepts packets.
    var blockage: (since: Instant, retry: Instant)?

    init(
        _ direction: LinkDirection,
        from source: Int32,
        to destination: Int32,
        headerBytes: Int,
        model: DirectionModel,
        pool: consuming PacketPool
    ) {
        self.direction = direction
        self.source = source
        self.destination = destination
        self.headerBytes = headerBytes
        self.model = model
        departures.reserveCapacity(min(pool.slotCount, 4096))
        self.pool = pool
    }

    /// Sends due packets and takes arrived ones in turn, until there are none, the other lane is due at
    /// `deadline`, or its share is used up. False if there were none.
    mutating func carry(
        until deadline: Instant?,
        _ clock: TurnClock,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool {
        for turn in 0..<Self.turns {
            // Packets that arrived while the thread slept come before anything decided now.
            let overslept = mayHaveSlept ? try take(until: deadline, clock, flows, &report) : false
            let now = clock.now()
            settle(upTo: now, &report)
            let sent = sendDue(clock, &report)
            let taken = try take(until: deadline, clock, flows, &report)
            guard sent || taken || overslept else { return turn > 0 }
            if let deadline, deadline <= now { return true }
        }
        return true
    }

    /// True if no packet can be taken: the sender keeps its packets.
    var isFull: Bool { pool.isFull }

    /// When it next needs a turn; nil if nothing is under way.
    var nextDeadline: Instant? {
        let decision = model.nextDeadline
        guard let due = departures.first?.due else { return decision }
        let departure = blockage.map { max(due, $0.retry) } ?? due
        return decision.map { min(departure, $0) } ?? departure
    }
}
