import LinkModel
import Wire

/// Limits of a simulation. Larger plans get closed forms, or no prediction.
enum SimulationLimits {
    /// Full-size packets of all bodies together.
    static let packets = 4_000_000
    /// The same limit for an optional log, which takes half a kilobyte for each packet.
    static let loggedPackets = 300_000
    /// Longest transmission time of a full-size packet in the slower direction. TCP would abandon a slower
    /// line.
    static let slowestPacket: Nanoseconds = 20_000_000_000
    /// Time after which a simulated client stops waiting.
    static let horizon: Nanoseconds = 86_400_000_000_000

    static func allow(_ plan: SimulationPlan) -> Bool {
        guard fullPackets(plan) <= Double(packets) else { return false }
        return ([plan.link] + plan.changes.map(\.link) + plan.stages.compactMap(\.link)).allSatisfy(isQuick)
    }

    static func isLogSmall(_ plan: SimulationPlan) -> Bool {
        fullPackets(plan) <= Double(loggedPackets)
    }

    /// Entries that a log is likely to have: an acknowledgement for each packet, at most as many as a small log has.
    static func likelyEntries(_ plan: SimulationPlan) -> Int {
        Int(2 * min(fullPackets(plan), Double(loggedPackets))) + 20 * plan.fetches.count
    }

    private static func fullPackets(_ plan: SimulationPlan) -> Double {
        plan.fetches.reduce(0.0) { $0 + Double($1.responseBytes) } / Double(max(1, plan.link.mtu))
    }

    private static func isQuick(_ link: LinkParameters) -> Bool {
        LinkDirection.allCases.allSatisfy { direction in
            guard let rate = link[direction].rateBps else { return true }
            return Double(link.mtu * 8) / Double(max(1, rate)) * 1e9 < Double(slowestPacket)
        }
    }
}
