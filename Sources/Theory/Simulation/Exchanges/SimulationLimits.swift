import LinkModel
import Wire

/// What is not worth simulating: closed forms tell of it instead, or nobody does.
enum SimulationLimits {
    /// Full packets of all bodies.
    static let packets = 4_000_000
    /// A packet of full size on the slower side. TCP would give such a line up.
    static let slowestPacket: Nanoseconds = 20_000_000_000
    /// How long a simulated client waits for all.
    static let horizon: Nanoseconds = 86_400_000_000_000

    static func allow(_ plan: SimulationPlan) -> Bool {
        let bytes = plan.fetches.reduce(0.0) { $0 + Double($1.responseBytes) }
        guard bytes / Double(max(1, plan.link.mtu)) <= Double(packets) else { return false }
        return ([plan.link] + plan.changes.map(\.link) + plan.stages.compactMap(\.link)).allSatisfy(isQuick)
    }

    private static func isQuick(_ link: LinkParameters) -> Bool {
        LinkDirection.allCases.allSatisfy { direction in
            guard let rate = link[direction].rateBps else { return true }
            return Double(link.mtu * 8) / Double(max(1, rate)) * 1e9 < Double(slowestPacket)
        }
    }
}
