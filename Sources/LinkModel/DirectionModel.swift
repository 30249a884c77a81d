package import Wire

/// One direction of a line, a stage after the other: admission (outage, loss, corruption, duplication, policer), a
/// bounded queue, the line at its rate, propagation (delay, jitter, order).
///
/// It never reads a clock: it is told when packets arrive and answers what became of them and when, so the same code
/// emulates in real time and simulates in virtual time. Times must not go backwards. What happens between two calls
/// is worked out as of the times at which it happens, however late the next call comes.
package struct DirectionModel: Sendable {
    private let direction: LinkDirection
    private let seed: UInt64
    private var link: LinkParameters
    private var changes: UInt32 = 0
    private var admission: Admission
    private var occupancy: QueueOccupancy
    private var queue: any PacketQueue
    private var line: any LinePace
    private var propagation: Propagation
    /// When the packet in service is through, or the last one was.
    private var freeAt: Instant
    /// The packet in service takes so many bytes of the queue until the line is free; nil where there is none.
    private var inService: Int?
    /// When the next packet begins; nil while one is in service, where none waits, and where the line is dead.
    private var nextStart: Instant?
    /// Begun on a line that will never be through with it.
    private var stuck: QueuedPacket?
    private var outcomes = Ring<LinkOutcome>()
    private var dropped: [QueuedPacket] = []

    /// The times of schedules, traces and outages count from `epoch`.
    package init(_ link: LinkParameters, _ direction: LinkDirection, seed: UInt64, epoch: Instant = .zero) {
        let parameters = link[direction]
        self.direction = direction
        self.seed = seed
        self.link = link
        admission = Admission(parameters, direction, seed: seed, epoch: epoch)
        occupancy = QueueOccupancy(limit: link.queueLimit(direction))
        queue = parameters.discipline.queue(mtu: link.mtu, seed: seed)
        line = parameters.rate.pace(
            epoch: epoch,
            outages: parameters.outages?.cursor(.held, direction, seed: seed, epoch: epoch, change: 0)
        )
        propagation = Propagation(parameters, seed: seed)
        freeAt = .zero
    }

    /// Takes a packet that arrives; so many outcomes will be given for it, one for each copy.
    package mutating func admit(_ packet: LinkPacket, at arrival: Instant) -> Int {
        advance(to: arrival)
        let verdict = admission.judge(packet, at: arrival)
        var queued = QueuedPacket(packet, arrival: arrival)
        queued.course = propagation.course(packet.identity)
        if let bit = verdict.wrongBit {
            queued.alterations.insert(.corrupted)
            queued.wrongBit = bit
        }
        if let fate = verdict.fate {
            end(queued, fate, at: arrival)
            return 1
        }
        pass(queued)
        guard verdict.isDoubled else { return 1 }
        queued.alterations.insert(.duplicate)
        pass(queued)
        return 2
    }

    /// The next outcome that is certain at `now`; nil where there is none yet.
    package mutating func next(upTo now: Instant) -> LinkOutcome? {
        advance(to: now)
        return outcomes.popFirst()
    }

    /// Until when it is early enough to ask for the next outcome: nothing undecided is due before. nil where nothing
    /// waits for a decision.
    package var nextDeadline: Instant? {
        guard !queue.isEmpty, stuck == nil, let start = inService == nil ? nextStart : freeAt else {
            return nil
        }
        return start + propagation.shortest
    }

    // MARK: The queue

    /// Through the policer into the queue.
    private mutating func pass(_ packet: QueuedPacket) {
        if admission.polices(packet.packet, at: packet.arrival) {
            end(packet, .policed, at: packet.arrival)
            return
        }
        var packet = packet
        if queue.refuses(&packet) {
            end(packet, .congestion, at: packet.arrival)
            return
        }
        let wasEmpty = queue.isEmpty
        // A packet that finds the line idle is served at once: it never needs a place.
        while occupancy.packets > 0, !occupancy.hasRoom(for: packet.bytes) {
            guard let victim = queue.makeRoom() else {
                end(packet, .queueFull, at: packet.arrival)
                return
            }
            occupancy.remove(victim.bytes)
            end(victim, .queueFull, at: packet.arrival)
        }
        occupancy.add(packet.bytes)
        queue.enqueue(packet)
        if inService == nil, wasEmpty { nextStart = line.begin(from: packet.arrival) }
        advance(to: packet.arrival)
    }

    private mutating func end(_ packet: QueuedPacket, _ fate: LinkFate, at moment: Instant) {
        outcomes.append(packet.ended(fate, at: moment))
    }

    // MARK: The line

    /// Serves what can begin until `now`.
    private mutating func advance(to now: Instant) {
        while true {
            if let bytes = inService {
                guard stuck == nil, freeAt <= now else { return }
                occupancy.remove(bytes)
                inService = nil
                if !queue.isEmpty { nextStart = line.begin(from: freeAt) }
            }
            guard let start = nextStart, start <= now else { return }
            nextStart = nil
            serve(at: start)
        }
    }

    private mutating func serve(at start: Instant) {
        let next = queue.dequeue(at: start, dropped: &dropped)
        if !dropped.isEmpty {
            for victim in dropped {
                occupancy.remove(victim.bytes)
                end(victim, .congestion, at: start)
            }
            dropped.removeAll(keepingCapacity: true)
        }
        if let next { serve(next, at: start) }
    }

    private mutating func serve(_ packet: QueuedPacket, at start: Instant) {
        inService = packet.bytes
        guard let end = line.serve(bytes: link.framing.bytes(packet.bytes), at: start) else {
            stuck = packet
            return
        }
        freeAt = end
        var course = packet.course
        let due = propagation.due(&course, from: end)
        var decision = LinkDecision(fate: .delivered, serviceStart: start, serviceEnd: end, due: due)
        decision.alterations = packet.alterations
        if course.isReordered { decision.alterations.insert(.reordered) }
        decision.wrongBit = packet.wrongBit
        outcomes.append(LinkOutcome(ticket: packet.packet.ticket, decision: decision))
    }
}

extension DirectionModel {
    /// Another line from `moment` on. What waits stays, what is in service keeps its end, what is random goes on;
    /// schedules, traces and outages begin at `moment`.
    package mutating func change(to link: LinkParameters, at moment: Instant) {
        advance(to: moment)
        changes &+= 1
        let parameters = link[direction]
        admission.change(to: parameters, at: moment, number: changes)
        let (was, old) = (self.link[direction].discipline, self.link)
        self.link = link
        occupancy.limit = link.queueLimit(direction)
        if parameters.discipline != was || link.mtu != old.mtu {
            let waiting = queue.handOver()
            queue = parameters.discipline.queue(mtu: link.mtu, seed: seed)
            for packet in waiting { queue.enqueue(packet) }
        }
        propagation.change(to: parameters)
        line = parameters.rate.pace(
            epoch: moment,
            outages: parameters.outages?.cursor(.held, direction, seed: seed, epoch: moment, change: changes)
        )
        if inService == nil, !queue.isEmpty { nextStart = line.begin(from: moment) }
        // Begun again, as a whole.
        if let packet = stuck, let start = line.begin(from: moment) {
            stuck = nil
            serve(packet, at: start)
        }
        advance(to: moment)
    }
}
