import LinkModel
import Theory
import Wire

/// A capture's exchanges simulated over a line, from their actual starts on their actual connections.
struct SimulatedExchanges {
    private(set) var alone: [ComparedExchange.Place: Nanoseconds] = [:]
    /// Set only if all were carried in one manner: the simulator handles one at a time.
    private(set) var shared: [ComparedExchange.Place: Nanoseconds] = [:]
    private(set) var isMixed = false
    private(set) var isTooMuch = false

    init(_ exchanges: TimedExchanges, _ link: LinkParameters) {
        let groups = Dictionary(grouping: exchanges.members, by: \.manner)
        isMixed = groups.count > 1
        for (manner, members) in groups {
            var plan = SimulationPlan(link: link, fetches: members.map(\.fetch))
            plan.security = manner.security
            plan.multiplexing = manner.multiplexing
            guard let simulation = ExchangeSimulation(plan) else {
                isTooMuch = true
                continue
            }
            for (place, member) in members.enumerated() where member.isConnectionKnown {
                alone[member.place] = simulation.alone(place)
                if !isMixed { shared[member.place] = simulation.shared(place) }
            }
        }
    }
}
