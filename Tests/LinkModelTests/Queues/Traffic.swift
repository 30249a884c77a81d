import LinkModel
import Wire

/// Traffic of several flows in order of arrival.
struct Traffic {
    struct Arrival {
        var flow: UInt32
        var bytes: Int
        var at: Instant
        var acceptsMarks = false
    }

    private(set) var arrivals: [Arrival] = []

    /// Adds evenly spaced packets of one flow.
    mutating func add(
        flow: UInt32,
        bytes: Int = 1000,
        every gap: Nanoseconds,
        from start: Nanoseconds = 0,
        until end: Nanoseconds,
        acceptsMarks: Bool = false
    ) {
        var at = start
        while at < end {
            let moment = Instant(nanoseconds: at)
            arrivals.append(Arrival(flow: flow, bytes: bytes, at: moment, acceptsMarks: acceptsMarks))
            at += gap
        }
    }

    struct Result {
        var flow: UInt32
        var bytes: Int
        var arrival: Instant
        var decision: LinkDecision

        var isDelivered: Bool { decision.fate == .delivered }
        /// Time in the queue.
        var waited: Nanoseconds { decision.serviceStart - arrival }
    }

    /// The fate of each packet, in order of arrival.
    func carried(by model: DirectionModel) -> [Result] {
        var model = model
        let arrivals = arrivals.enumerated().sorted { ($0.1.at, $0.0) < ($1.1.at, $1.0) }.map(\.element)
        var numbers: [UInt32: UInt32] = [:]
        var decisions = [LinkDecision?](repeating: nil, count: arrivals.count)
        for (ticket, arrival) in arrivals.enumerated() {
            let number = numbers[arrival.flow, default: 0]
            numbers[arrival.flow] = number + 1
            let identity = PacketIdentity(direction: .down, flow: arrival.flow, number: number)
            let packet = LinkPacket(
                identity,
                bytes: arrival.bytes,
                acceptsMarks: arrival.acceptsMarks,
                ticket: ticket
            )
            _ = model.admit(packet, at: arrival.at)
            while let outcome = model.next(upTo: arrival.at) { decisions[outcome.ticket] = outcome.decision }
        }
        for outcome in model.outcomes() { decisions[outcome.ticket] = outcome.decision }
        return zip(arrivals, decisions).compactMap { arrival, decision in
            decision.map {
                Result(flow: arrival.flow, bytes: arrival.bytes, arrival: arrival.at, decision: $0)
            }
        }
    }
}
