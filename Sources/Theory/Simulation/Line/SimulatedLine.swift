import LinkModel
import Runs
import Wire

/// Packets on the line in both directions, and the log of their fates.
struct SimulatedLine {
    private struct Packet {
        var identity: PacketIdentity
        var segment: SimulatedSegment
        var connection: Int
        var copies: Int
        var place: Int?
    }

    /// A packet that leaves the line at the other end.
    struct Arrival {
        var packet: PacketIdentity
        var slot: Int

        var direction: LinkDirection { packet.direction }
    }

    private var down: DirectionModel
    private var up: DirectionModel
    private var packets: [Packet] = []
    private var free: [Int] = []
    private let keepsLog: Bool
    private(set) var log: [LinkLogEntry] = []
    private(set) var contents: [SimulatedPacketContent] = []
    private(set) var states: [SimulatedSenderState] = []
    private let keepsStates: Bool
    private let clockStep: Nanoseconds
    private let sizes: SegmentSizes
    private(set) var carried = 0

    init(_ plan: SimulationPlan) {
        down = DirectionModel(plan.link, .down, seed: plan.seed, epoch: plan.lineStart)
        up = DirectionModel(plan.link, .up, seed: plan.seed, epoch: plan.lineStart)
        keepsLog = plan.keepsLog
        keepsStates = plan.keepsLog && plan.keepsStates
        clockStep = plan.clockStep
        sizes = SegmentSizes(plan.link)
        guard keepsLog else { return }
        log.reserveCapacity(SimulationLimits.likelyEntries(plan))
        contents.reserveCapacity(SimulationLimits.likelyEntries(plan))
    }

    /// Earliest time at which an undecided packet is due; nil if none waits.
    var nextDeadline: Instant? {
        .earliest(down.nextDeadline, up.nextDeadline)
    }

    mutating func change(to link: LinkParameters, at moment: Instant) {
        down.change(to: link, at: moment)
        up.change(to: link, at: moment)
    }

    mutating func admit(
        _ segment: SimulatedSegment,
        of connection: Int,
        _ identity: PacketIdentity,
        _ sender: @autoclosure () -> SimulatedSenderState,
        at now: Instant
    ) {
        let slot = free.popLast() ?? packets.count
        let packet = LinkPacket(identity, bytes: segment.bytes(sizes), ticket: slot)
        let copies = identity.direction == .down ? down.admit(packet, at: now) : up.admit(packet, at: now)
        carried += 1
        if keepsStates { states += Array(repeating: sender(), count: max(1, copies)) }
        let place = keepsLog ? record(segment, packet, copies: copies, at: now) : nil
        let entry = Packet(
            identity: identity,
            segment: segment,
            connection: connection,
            copies: copies,
            place: place
        )
        if slot == packets.count { packets.append(entry) } else { packets[slot] = entry }
    }

    private mutating func record(
        _ segment: SimulatedSegment,
        _ packet: LinkPacket,
        copies: Int,
        at now: Instant
    ) -> Int {
        let place = log.count
        for _ in 0..<max(1, copies) {
            log.append(
                LinkLogEntry(
                    packet: packet.identity,
                    bytes: packet.bytes,
                    arrival: now,
                    decision: .ended(.waiting, at: now),
                    segment: segment.header(clientPort: SimulationOutcome.port(of: packet.identity.flow))
                )
            )
            contents.append(
                SimulatedPacketContent(
                    sequence: segment.sequence,
                    payload: segment.payload,
                    acknowledged: segment.acknowledged,
                    window: segment.window,
                    isRetransmission: segment.isRetransmission,
                    selective: segment.selective
                )
            )
        }
        return place
    }

    /// Settles everything decided by `now`; calls `deliver` with each arrival and its time.
    mutating func settle(upTo now: Instant, deliver: (Arrival, Instant) -> Void) {
        for direction in LinkDirection.allCases {
            while let outcome = direction == .down ? down.next(upTo: now) : up.next(upTo: now) {
                note(outcome)
                let decision = outcome.decision
                // A damaged packet fails its checksum.
                if decision.fate == .delivered, !decision.alterations.contains(.corrupted) {
                    let packet = packets[outcome.ticket].identity
                    deliver(Arrival(packet: packet, slot: outcome.ticket), departure(decision))
                } else {
                    release(outcome.ticket)
                }
            }
        }
    }

    private mutating func note(_ outcome: LinkOutcome) {
        guard let place = packets[outcome.ticket].place else { return }
        let isCopy = outcome.decision.alterations.contains(.duplicate)
        log[isCopy ? place + 1 : place].decision = outcome.decision
        if outcome.decision.fate == .delivered {
            log[isCopy ? place + 1 : place].departure = departure(outcome.decision)
        }
    }

    /// When the clock lets the line deliver a packet.
    private func departure(_ decision: LinkDecision) -> Instant {
        decision.due.roundedUp(to: clockStep)
    }

    mutating func take(_ arrival: Arrival) -> (segment: SimulatedSegment, connection: Int) {
        let packet = packets[arrival.slot]
        release(arrival.slot)
        return (packet.segment, packet.connection)
    }

    private mutating func release(_ slot: Int) {
        packets[slot].copies -= 1
        if packets[slot].copies <= 0 { free.append(slot) }
    }
}
