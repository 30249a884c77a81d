package import Wire

/// Exchanges as they were, on their connections, simulated twice: all of them together, and each connection by itself.
package struct ExchangeSimulation: Sendable {
    /// By the places of the plan's fetches; without those that the simulation did not come to the end of.
    package private(set) var together: [SimulatedTransfer]
    private var solo: [Nanoseconds?]

    /// Every fetch of the plan has a start and the number of its connection; nil where there is too much to simulate.
    package init?(_ plan: SimulationPlan) {
        guard SimulationLimits.allow(plan) else { return nil }
        var plan = plan
        plan.keepsLog = false
        plan.horizon = Instant(nanoseconds: SimulationLimits.horizon)
        together = LineSimulation.run(plan).transfers
        solo = Self.solo(plan, together)
    }

    /// What each exchange takes by itself. `together` says when its connection was there for it.
    static func solo(_ plan: SimulationPlan, _ together: [SimulatedTransfer]) -> [Nanoseconds?] {
        var solo: [Nanoseconds?] = Array(repeating: nil, count: plan.fetches.count)
        var plan = plan
        plan.keepsLog = false
        for members in connections(plan) {
            var own = plan
            own.fetches = members.map { place in
                var fetch = plan.fetches[place]
                fetch.lookup = 0
                if let begin = together[place].connectStart ?? together[place].begin { fetch.start = begin }
                return fetch
            }
            for (place, transfer) in zip(members, LineSimulation.run(own).transfers) {
                solo[place] = transfer.exchange
            }
        }
        return solo
    }

    /// What the exchange takes with nothing else on the line, in the state that its connection is in.
    package func alone(_ place: Int) -> Nanoseconds? { solo[place] }

    /// What it takes among the others, without the wait for a connection and for the host's name.
    package func shared(_ place: Int) -> Nanoseconds? { together[place].exchange }

    package func end(_ place: Int) -> Instant? { together[place].responseLastByte }

    /// The places of the fetches of each connection, in the order of their starts.
    private static func connections(_ plan: SimulationPlan) -> [[Int]] {
        var members: [Int: [Int]] = [:]
        let places = plan.fetches.indices.sorted {
            (plan.fetches[$0].start ?? .zero, $0) < (plan.fetches[$1].start ?? .zero, $1)
        }
        for place in places {
            guard case .connection(let number) = plan.fetches[place].way else { continue }
            members[number, default: []].append(place)
        }
        return members.keys.sorted().compactMap { members[$0] }
    }
}
