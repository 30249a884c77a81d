import LinkModel
import Wire

/// What is not worth simulating: closed forms tell of it instead, or nobody does.
enum SimulationLimits {
    /// Full packets of all bodies.
    static let packets = 4_000_000
    /// The same, for a log that is not asked for by itself: it takes half a kilobyte for each of them.
    static let loggedPackets = 300_000
    /// A packet of full size on the slower side. TCP would give such a line up.
    static let slowestPacket: Nanoseconds = 20_000_000_000
    /// How long a simulated client waits for all.
    static let horizon: Nanoseconds = 86_400_000_000_000

    static func allow(_ plan: SimulationPlan) -> Bool {
        guard fullPackets(plan) <= Double(packets) else { return false }
        return ([plan.link] + plan.changes.map(\.link) + plan.stages.compactMap(\.link)).allSatisfy(isQuick)
    }

    static func isLogSmall(_ plan: SimulationPlan) -> Bool {
        fullPackets(plan) <= Double(loggedPackets)
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
