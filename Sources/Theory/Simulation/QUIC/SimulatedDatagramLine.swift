import LinkModel
import Runs
import Wire

/// Datagrams on the line in both directions.
struct SimulatedDatagramLine {
    struct Datagram {
        var bytes: [UInt8]
        var connection: Int
        var direction: LinkDirection
    }

    private var down: DirectionModel
    private var up: DirectionModel
    private var datagrams: [Int: (datagram: Datagram, copies: Int, place: Int?)] = [:]
    private(set) var log: [LinkLogEntry] = []
    private let keepsLog: Bool
    private var lastTicket = 0
    /// Packets so far by flow and direction, for their identities.
    private var numbers: [UInt32: (up: UInt32, down: UInt32)] = [:]
    private let clockStep: Nanoseconds
    /// Of IP and UDP.
    private let headerBytes: Int
    private(set) var carried = 0
    /// Bytes of the largest packet: larger ones are refused by the sender's own interface.
    private var mtu: Int

    init(_ plan: SimulationPlan) {
        down = DirectionModel(plan.link, .down, seed: plan.seed, epoch: plan.lineStart)
        up = DirectionModel(plan.link, .up, seed: plan.seed, epoch: plan.lineStart)
        clockStep = plan.clockStep
        keepsLog = plan.keepsLog
        headerBytes = plan.link.carriesV6 ? 48 : 28
        mtu = plan.link.mtu
    }

    /// Earliest time at which an undecided packet is due; nil if none waits.
    var nextDeadline: Instant? { .earliest(down.nextDeadline, up.nextDeadline) }

    mutating func change(to link: LinkParameters, at moment: Instant) {
        mtu = link.mtu
        down.change(to: link, at: moment)
        up.change(to: link, at: moment)
    }

    mutating func admit(_ datagram: Datagram, flow: UInt32, at now: Instant) {
        guard headerBytes + datagram.bytes.count <= mtu else { return }
        lastTicket += 1
        carried += 1
        let isUp = datagram.direction == .up
        let count = numbers[flow, default: (0, 0)]
        numbers[flow] = isUp ? (count.up + 1, count.down) : (count.up, count.down + 1)
        let identity = PacketIdentity(
            direction: datagram.direction,
            flow: flow,
            number: isUp ? count.up : count.down
        )
        let packet = LinkPacket(identity, bytes: headerBytes + datagram.bytes.count, ticket: lastTicket)
        let copies = isUp ? up.admit(packet, at: now) : down.admit(packet, at: now)
        datagrams[lastTicket] = (datagram, copies, keepsLog ? log.count : nil)
        guard keepsLog else { return }
        let entry = LinkLogEntry(
            packet: identity,
            bytes: packet.bytes,
            arrival: now,
            decision: .ended(.waiting, at: now)
        )
        log += Array(repeating: entry, count: max(1, copies))
    }

    /// Settles everything decided by `now`; calls `deliver` with each datagram that arrives and its time.
    mutating func settle(upTo now: Instant, deliver: (Datagram, Instant) -> Void) {
        for direction in LinkDirection.allCases {
            while let outcome = direction == .down ? down.next(upTo: now) : up.next(upTo: now) {
                guard var entry = datagrams[outcome.ticket] else { continue }
                entry.copies -= 1
                datagrams[outcome.ticket] = entry.copies > 0 ? entry : nil
                let decision = outcome.decision
                note(decision, at: entry.place)
                // A damaged packet fails its checksum.
                guard decision.fate == .delivered, !decision.alterations.contains(.corrupted) else {
                    continue
                }
                deliver(entry.datagram, decision.due.roundedUp(to: clockStep))
            }
        }
    }

    private mutating func note(_ decision: LinkDecision, at first: Int?) {
        guard let first else { return }
        let place = decision.alterations.contains(.duplicate) ? first + 1 : first
        log[place].decision = decision
        if decision.fate == .delivered { log[place].departure = decision.due.roundedUp(to: clockStep) }
    }
}
