import LinkModel
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
            if plan.multiplexing != nil, overlap(members, together) {
                soloStreams(members, plan, together, &solo)
                continue
            }
            var own = plan
            own.fetches = members.map { begun($0, plan, together) }
            for (place, transfer) in zip(members, LineSimulation.run(own).transfers) {
                solo[place] = transfer.exchange
            }
        }
        return solo
    }

    /// The fetch as its connection had it.
    private static func begun(_ place: Int, _ plan: SimulationPlan, _ together: [SimulatedTransfer])
        -> SimulatedFetch
    {
        var fetch = plan.fetches[place]
        fetch.lookup = 0
        fetch.programs.opening = 0
        if !together[place].isNewConnection { fetch.programs.asking = 0 }
        if let begin = together[place].connectStart ?? together[place].begin { fetch.start = begin }
        return fetch
    }

    // MARK: Streams

    private static func overlap(_ members: [Int], _ together: [SimulatedTransfer]) -> Bool {
        zip(members, members.dropFirst()).contains { !isOver($0, before: $1, together) }
    }

    private static func isOver(_ place: Int, before other: Int, _ together: [SimulatedTransfer]) -> Bool {
        guard let end = together[place].responseLastByte, let begin = together[other].begin else {
            return false
        }
        return end <= begin
    }

    /// Streams that were under way together, each without the others: behind those that were over when it began. The one that
    /// opened the connection does so for all of them, and asks for nothing where it was under way, too.
    private static func soloStreams(
        _ members: [Int],
        _ plan: SimulationPlan,
        _ together: [SimulatedTransfer],
        _ solo: inout [Nanoseconds?]
    ) {
        var packets = 0
        for (index, place) in members.enumerated() {
            var before = members[..<index].filter { isOver($0, before: place, together) }
            let opensAside = index > 0 && before.first != members[0]
            if opensAside { before.insert(members[0], at: 0) }
            var own = plan
            own.fetches = (before + [place]).map { begun($0, plan, together) }
            if opensAside {
                own.fetches[0].bodyBytes = 0
                own.fetches[0].serverDelay = 0
            }
            packets += own.fetches.reduce(0) { $0 + $1.responseBytes / max(1, plan.link.mtu) }
            guard packets <= SimulationLimits.packets else { return }
            solo[place] = LineSimulation.run(own).transfers.last?.exchange
        }
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
