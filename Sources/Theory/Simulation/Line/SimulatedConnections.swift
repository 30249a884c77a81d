/// Connections of a simulation, in order of opening and identified by index.
struct SimulatedConnections {
    private let plan: SimulationPlan
    private let settings: TCPSettings
    private var connections: [SimulatedConnection] = []

    init(_ plan: SimulationPlan) {
        self.plan = plan
        settings = TCPSettings(plan)
    }

    var indices: Range<Int> { connections.indices }
    var all: [SimulatedConnection] { connections }

    subscript(index: Int) -> SimulatedConnection { connections[index] }

    /// Adds a connection for the fetch, which waits for it.
    mutating func add(for fetch: Int) -> Int {
        let index = connections.count
        let connection = SimulatedConnection(
            plan,
            settings,
            security(of: plan.fetches[fetch]),
            flow: flow(of: plan.fetches[fetch], at: index),
            host: plan.fetches[fetch].host,
            programs: plan.fetches[fetch].programs
        )
        connection.queue(fetch)
        connections.append(connection)
        return index
    }

    /// With the flights that the run had, if they are known.
    private func security(of wanted: SimulatedFetch) -> SimulatedSecurity? {
        var security = agreed(wanted)
        if let flights = wanted.flights, flights.count == security?.flights.count {
            security?.flights = flights
        }
        return security
    }

    /// Resumes the host's session if an earlier connection left one.
    private func agreed(_ wanted: SimulatedFetch) -> SimulatedSecurity? {
        guard plan.resumption != nil else { return plan.security }
        return wanted.resumes ?? hasSession(of: wanted.host) ? plan.resumption : plan.security
    }

    private func hasSession(of host: Int) -> Bool {
        guard let last = connections.last(where: { $0.host == host && $0.leavesSession }) else {
            return false
        }
        return !plan.resumesOnce || last.security == plan.security
    }

    /// A numbered connection's fates follow from its number, any other's from its order of opening.
    private func flow(of wanted: SimulatedFetch, at index: Int) -> UInt32 {
        if case .connection(let number) = wanted.way { return UInt32(clamping: number) }
        return plan.firstFlow + UInt32(index)
    }
}
