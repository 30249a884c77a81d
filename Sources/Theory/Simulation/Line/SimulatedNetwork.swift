import LinkModel
import Runs
import Wire

/// Both hosts and the line between them. Packets are numbered within their connection's flow.
struct SimulatedNetwork {
    private(set) var line: SimulatedLine
    private var client: SimulatedHost
    private var origin: SimulatedHost
    private var numbers: [UInt32: (up: UInt32, down: UInt32)] = [:]

    init(_ plan: SimulationPlan) {
        line = SimulatedLine(plan)
        client = SimulatedHost(plan.client, application: plan.reading)
        origin = SimulatedHost(plan.origin)
    }

    mutating func change(to link: LinkParameters, at now: Instant) { line.change(to: link, at: now) }

    /// Settles everything decided by `now`; calls `deliver` with each arrival and its time.
    mutating func settle(upTo now: Instant, deliver: (SimulatedLine.Arrival, Instant) -> Void) {
        line.settle(upTo: now, deliver: deliver)
    }

    /// Notes a packet's arrival at its host; nil if TCP and the application handle it at once.
    mutating func receive(_ arrival: SimulatedLine.Arrival, at now: Instant) -> SimulatedHost.HandlingTimes? {
        if arrival.direction == .down ? client.isQuick : origin.isQuick { return nil }
        return arrival.direction == .down
            ? client.receive(arrival.packet, at: now) : origin.receive(arrival.packet, at: now)
    }

    mutating func take(_ arrival: SimulatedLine.Arrival) -> (segment: SimulatedSegment, connection: Int) {
        line.take(arrival)
    }

    /// Puts both ends' outgoing segments on the line.
    mutating func send(_ connection: SimulatedConnection, _ index: Int, at now: Instant) {
        send(connection.client, .up, index, flow: connection.flow, at: now)
        send(connection.origin, .down, index, flow: connection.flow, at: now)
    }

    private mutating func send(
        _ end: TCPEndpoint,
        _ direction: LinkDirection,
        _ index: Int,
        flow: UInt32,
        at now: Instant
    ) {
        guard !end.outbox.isEmpty else { return }
        if direction == .up { client.noteSending(at: now) } else { origin.noteSending(at: now) }
        var count = numbers[flow] ?? (0, 0)
        end.takeOutbox { segment in
            let number = direction == .up ? count.up : count.down
            if direction == .up { count.up += 1 } else { count.down += 1 }
            let identity = PacketIdentity(direction: direction, flow: flow, number: number)
            line.admit(segment, of: index, identity, end.senderState, at: now)
        }
        numbers[flow] = count
    }
}
