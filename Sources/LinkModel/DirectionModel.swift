package import Wire

/// One direction of a line, in stages: admission (outage, loss, corruption, duplication, policer), a bounded
/// queue, the line at its rate, propagation (delay, jitter, order).
///
/// It never reads a clock: the caller passes arrival times and receives outcomes with their times, so the
/// same code emulates in real time and simulates in virtual time. Times must not go backwards. Events between
/// two calls keep their own times, however late the next call comes.
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
    /// When the packet in service, or else the last one served, is complete.
    private var freeAt: Instant
    /// Bytes of the queue that the packet in service occupies until the line is free; nil if none is in
    /// service.
    private var inService: Int?
    /// When the next packet's service begins; nil if one is in service, none waits, or the line is dead.
    private var nextStart: Instant?
    /// A packet in service that this line will never complete.
    private var stuck: QueuedPacket?
    private var outcomes = Ring<LinkOutcome>()
    private var dropped: [QueuedPacket] = []

    /// Schedules, traces and outages count from `epoch`.
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

    /// Admits an arriving packet and returns the number of its outcomes, one for each copy.
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

    /// The next outcome that is certain at `now`; nil if there is none yet.
    package mutating func next(upTo now: Instant) -> LinkOutcome? {
        advance(to: now)
        return outcomes.popFirst()
    }

    /// Latest time to ask for the next outcome: no undecided packet is due earlier. nil if no packet waits
    /// for a decision.
    package var nextDeadline: Instant? {
        guard !queue.isEmpty, stuck == nil, let start = inService == nil ? nextStart : freeAt else {
            return nil
        }
        return start + propagation.shortest
    }

    // MARK: The queue

    /// Passes a packet through the policer into the queue.
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
        // A packet that finds the line idle is served at once and needs no place.
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

    /// Serves every packet whose service begins by `now`.
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
    /// Changes the line at `moment`. Queued packets stay, the packet in service keeps its end, and random
    /// chains keep their states. Schedules, traces and outages begin at `moment`.
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
        // The stuck packet starts again from its first byte.
        if let packet = stuck, let start = line.begin(from: moment) {
            stuck = nil
            serve(packet, at: start)
        }
        advance(to: moment)
    }
}
