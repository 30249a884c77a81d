import Wire

@testable import LinkModel

extension DirectionModel {
    /// Longer than any line here needs.
    static var whenAllIsOver: Instant { Instant(nanoseconds: 1 << 60) }

    /// All outcomes until the end.
    mutating func outcomes() -> [LinkOutcome] {
        var outcomes: [LinkOutcome] = []
        while let outcome = next(upTo: Self.whenAllIsOver) { outcomes.append(outcome) }
        return outcomes
    }

    /// Carries packets of one flow as they arrive, and returns their decisions in order of their numbers.
    mutating func carry(_ arrivals: [(bytes: Int, at: Instant)], flow: UInt32 = 1) -> [LinkDecision] {
        var decisions = [LinkDecision?](repeating: nil, count: arrivals.count)
        for (number, arrival) in arrivals.enumerated() {
            let identity = PacketIdentity(direction: .down, flow: flow, number: UInt32(number))
            _ = admit(LinkPacket(identity, bytes: arrival.bytes, ticket: number), at: arrival.at)
            while let outcome = next(upTo: arrival.at) { decisions[outcome.ticket] = outcome.decision }
        }
        while let outcome = next(upTo: Self.whenAllIsOver) { decisions[outcome.ticket] = outcome.decision }
        return decisions.compactMap { $0 }
    }
}
