import Glibc
import LinkModel
import LinuxIO
import RealTime
import Wire

/// One direction of the line: its source, its models, its destination.
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
    var models: LaneModels
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
    var awaitsPoller = false
    var mayHavePackets = true
    /// True if this lane's packets wake a sleeping thread; false if there would be no room for them.
    private var isRead = true
    /// Time up to which everything is decided.
    var settled = Instant.zero
    /// Since when the destination has been full, and when to retry; nil if it accepts packets.
    var blockage: (since: Instant, retry: Instant)?

    init(
        _ direction: LinkDirection,
        from source: Int32,
        to destination: Int32,
        headerBytes: Int,
        models: consuming LaneModels,
        pool: consuming PacketPool
    ) {
        self.direction = direction
        self.source = source
        self.destination = destination
        self.headerBytes = headerBytes
        self.models = models
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
        guard let due = departures.first?.due else { return models.nextDeadline }
        return .earliest(blockage.map { max(due, $0.retry) } ?? due, models.nextDeadline)
    }
}

// MARK: Settings

extension PacketLane {
    /// Most memory for frames under way in one direction; only pages in use are resident.
    private static let mostMemory = 256 << 20

    /// A lane between the hosts whose line begins at `start`.
    init(_ direction: LinkDirection, _ settings: EngineSettings, from start: Instant) {
        let ports = (client: settings.hosts.ports.client.raw, origin: settings.hosts.ports.origin.raw)
        let headerBytes = settings.hosts.ports.client.headerBytes
        let frame = settings.hosts.largestPacket + headerBytes
        // Schedules, traces and outages count from `start`.
        let models = LaneModels(settings.link, direction, seed: settings.seed, epoch: start)
        self.init(
            direction,
            from: direction == .up ? ports.client : ports.origin,
            to: direction == .up ? ports.origin : ports.client,
            headerBytes: headerBytes,
            models: models,
            pool: PacketPool(slots: Self.mostMemory / frame, largestFrame: frame)
        )
    }
}

/// One direction alone, if each has enough work for its own thread.
extension PacketLane: LineLoad {
    func join(_ poller: borrowing Poller) throws(SystemCallError) {
        try poller.add(source, .read, token: UInt64(source))
    }

    mutating func carry(
        _ clock: TurnClock,
        _ flows: FlowRegister,
        _ report: inout EngineReport
    ) throws(SystemCallError) -> Bool {
        try carry(until: nil, clock, flows, &report)
    }

    mutating func change(_ order: LineOrder, at now: Instant, _ report: inout EngineReport) {
        settle(upTo: now, &report)
        models.change(order, at: now)
    }

    mutating func fallAsleep(_ poller: borrowing Poller) throws(SystemCallError) {
        if isRead == isFull {
            isRead.toggle()
            try poller.modify(source, isRead ? .read : [], token: UInt64(source))
        }
        try expectStamps()
    }

    mutating func readOnlyWhenReported() {
        awaitsPoller = true
    }

    mutating func woke(by events: [PollEvent]) {
        if events.contains(where: { $0.token == UInt64(source) }) { mayHavePackets = true }
    }

    func missed(_ hosts: HostPair) throws(SystemCallError) -> Int {
        try hosts.missedPackets(direction)
    }
}

// MARK: Waking

extension PacketLane {
    /// Uses the kernel's timestamps from now on for packets that arrive while the thread sleeps.
    mutating func watchSending(_ hosts: HostPair) {
        if times == nil { times = hosts.sendingTimes(direction) }
    }

    /// Called before the thread sleeps: the kernel stamps packets that its host sends from now on.
    private mutating func expectStamps() throws(SystemCallError) {
        guard times != nil else { return }
        try times?.watch(from: RunClock.wall())
        mayHaveSlept = true
    }

    /// Called if the clock woke the thread: it is awake for the next packets.
    mutating func noteClockWakeUp() {
        mayHaveSlept = false
    }

    /// Arrival time of a packet that was just read. A packet that woke the thread arrived before that; the
    /// difference is caused by the machine, not by the line.
    mutating func arrival(of packet: UnsafeRawBufferPointer, readAt now: Instant) throws(SystemCallError)
        -> Instant
    {
        guard mayHaveSlept else {
            try times?.pass()
            return now
        }
        let wall = RunClock.wall()
        guard let stamp = times?.take(packet, readAt: wall) else {
            mayHaveSlept = false
            return now
        }
        // A step of the wall clock must not move the arrival before the settled time or after `now`.
        return min(now, max(settled, now - (wall - stamp)))
    }
}

// MARK: Sending

extension PacketLane {
    private enum Writing {
        case done
        /// The interface is full for now.
        case full
        /// The packet will never be accepted.
        case refused
    }

    /// Writes the packets that are due; false if none is.
    ///
    /// A packet that finds the other host's interface full keeps its turn and is retried.
    mutating func sendDue(_ clock: TurnClock, _ report: inout EngineReport) -> Bool {
        var sent = 0
        while sent < Self.burst, let (due, departure) = departures.first.map({ ($0.due, $0.item) }) {
            let now = clock.now()
            guard now >= due else { break }
            if let blockage, now < blockage.retry { break }
            switch write(departure) {
            case .done:
                if let place = departure.logIndex { report.left(place, at: now) }
                report.lateness.add(now - due)
            case .full:
                let since = blockage?.since ?? now
                if now - since < patience {
                    blockage = (since, now + Self.pause)
                    return sent > 0
                }
                report.droppedWrites += 1
            case .refused:
                report.droppedWrites += 1
            }
            blockage = nil
            departures.removeFirst()
            pool.release(departure.slot)
            sent += 1
        }
        return sent > 0
    }

    /// Writes a packet with the line's alterations, then restores it: a copy may still be under way.
    private func write(_ departure: Departure) -> Writing {
        let frame = pool.frame(departure.slot)
        guard departure.isMarked || departure.wrongBit != nil else { return write(frame) }
        var packet = UnsafeMutableRawBufferPointer(rebasing: frame[headerBytes...]).mutableBytes
        let notice = departure.isMarked ? CongestionNotice(packet.bytes) : nil
        if notice != nil { CongestionNotice.experienced.write(to: &packet) }
        if let bit = departure.wrongBit { packet.flipBit(bit) }
        var outcome = write(frame)
        if let bit = departure.wrongBit { packet.flipBit(bit) }
        notice?.write(to: &packet)
        // The flipped bit made it an invalid IP packet, and the host rejected it like any host would.
        if departure.wrongBit != nil, outcome == .refused { outcome = .done }
        return outcome
    }

    private func write(_ frame: UnsafeMutableRawBufferPointer) -> Writing {
        while true {
            if Glibc.write(destination, frame.baseAddress, frame.count) == frame.count { return .done }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS, ENOMEM: return .full
            default: return .refused
            }
        }
    }
}
