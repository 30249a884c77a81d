/// The connections of a simulation in the order in which they were opened; they go by their places in it.
struct ConnectionTable {
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

    /// A connection that the fetch waits for.
    mutating func add(for fetch: Int) -> Int {
        let index = connections.count
        let connection = SimulatedConnection(
            plan,
            settings,
            security(of: plan.fetches[fetch]),
            flow: flow(of: plan.fetches[fetch], at: index),
            host: plan.fetches[fetch].host,
            work: plan.fetches[fetch].programs.flights
        )
        connection.queue(fetch)
        connections.append(connection)
        return index
    }

    /// What the client holds of the host decides it: a session that an earlier connection left behind is resumed.
    private func security(of wanted: SimulatedFetch) -> SimulatedSecurity? {
        guard plan.resumption != nil else { return plan.security }
        let isResumed =
            wanted.resumes ?? connections.contains { $0.host == wanted.host && $0.leavesSession }
        return isResumed ? plan.resumption ?? plan.security : plan.security
    }

    /// A connection that has a number has its fates by it, every other by the order in which they are opened.
    private func flow(of wanted: SimulatedFetch, at index: Int) -> UInt32 {
        if case .connection(let number) = wanted.way { return UInt32(clamping: number) }
        return plan.firstFlow + UInt32(index)
    }
}
