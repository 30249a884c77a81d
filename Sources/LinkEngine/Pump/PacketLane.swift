import LinkModel
import LinuxIO
import RealTime
import Wire

/// One direction of the line: where packets come from, what happens to them, where they go.
struct PacketLane: ~Copyable {
    /// Packets taken or sent in one go, so that neither keeps the other waiting for long.
    static let burst = 32
    /// How often a lane sends and takes before it is the other's turn.
    private static let turns = 8
    /// How long a full interface is left alone before it is tried again.
    static let pause: Nanoseconds = 500_000

    let direction: LinkDirection
    /// Borrowed: the pump's hosts own the ports.
    let source: Int32
    let destination: Int32
    /// What stands before the IP packet in each frame.
    let headerBytes: Int
    var model: DirectionModel
    var pool: PacketPool
    var departures = Agenda<Departure>()
    /// An interface that takes nothing for so long is given up on for the packet that waits, which is counted.
    var patience: Nanoseconds = 1_000_000_000
    /// When packets were sent, for those that came while the thread slept; nil where that is not asked.
    var times: SendingTimes?
    /// Packets may be there that came while the thread slept.
    var mayHaveSlept = false
    /// True where packets are read only when the poller told of them, and whether it has since none was left.
    var waitsToBeTold = false
    var mayHavePackets = true
    /// A sleeping thread is woken by this lane's packets: not where they would find no room.
    var isRead = true
    /// Until when everything is decided.
    var settled = Instant.zero
    /// Since when the destination has been full, and when to try it again; nil where it takes packets.
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

    /// Lets leave what is due and takes what has come, in turn, until there is neither, or the other lane is due at
    /// `deadline`, or it has had its share. False where there was neither.
    mutating func carry(
        until deadline: Instant?,
        _ clock: TurnClock,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool {
        for turn in 0..<Self.turns {
            // What came while the thread slept came before anything that is decided now.
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

    /// True where no packet can be taken: its sender must keep what it has.
    var isFull: Bool { pool.isFull }

    /// When something must be done next; nil where nothing is under way.
    var nextDeadline: Instant? {
        let decision = model.nextDeadline
        guard let due = departures.first?.due else { return decision }
        let departure = blockage.map { max(due, $0.retry) } ?? due
        return decision.map { min(departure, $0) } ?? departure
    }
}
