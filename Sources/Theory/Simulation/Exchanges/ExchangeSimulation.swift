import LinkModel
package import Wire

/// Recorded exchanges, on their connections, simulated twice: all together, and each connection alone.
package struct ExchangeSimulation: Sendable {
    /// In the order of the plan's fetches. Times that the simulation did not reach are nil.
    package private(set) var together: [SimulatedTransfer]
    private var solo: [Nanoseconds?]

    /// Every fetch of the plan must have a start and its connection's number; nil if it is too large to
    /// simulate.
    package init?(_ plan: SimulationPlan) {
        guard SimulationLimits.allow(plan) else { return nil }
        var plan = plan
        plan.keepsLog = false
        plan.horizon = Instant(nanoseconds: SimulationLimits.horizon)
        together = LineSimulation.run(plan).transfers
        solo = Self.solo(plan, together)
    }

    /// All exchanges together, with every packet and the state of its sender; nil if it is too large.
    package static func watched(_ plan: SimulationPlan) -> SimulationOutcome? {
        guard SimulationLimits.allow(plan) else { return nil }
        var plan = plan
        (plan.keepsLog, plan.keepsStates) = (true, true)
        plan.horizon = Instant(nanoseconds: SimulationLimits.horizon)
        return LineSimulation.run(plan)
    }

    /// Duration of each exchange alone. `together` gives the time at which its connection was available.
    static func solo(_ plan: SimulationPlan, _ together: [SimulatedTransfer]) -> [Nanoseconds?] {
        var solo: [Nanoseconds?] = Array(repeating: nil, count: plan.fetches.count)
        var plan = plan
        plan.keepsLog = false
        for members in connections(plan) {
            if plan.multiplexing != nil || plan.speaksHTTP3, overlap(members, together) {
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

    /// The fetch from the time its connection was available.
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

    /// Simulates each of several overlapping streams without the others, after those that had ended when it
    /// began. The stream that opened the connection still opens it, but requests nothing if it overlapped.
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

    /// Duration of the exchange on an otherwise idle line, in the state of its connection.
    package func alone(_ place: Int) -> Nanoseconds? { solo[place] }

    /// Duration among the others, without the wait for a connection and the host's name.
    package func shared(_ place: Int) -> Nanoseconds? { together[place].exchange }

    package func end(_ place: Int) -> Instant? { together[place].responseLastByte }

    /// Indices of each connection's fetches, in order of start.
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
