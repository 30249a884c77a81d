import Wire

/// What the connections take of the inspector's memory.
extension QUICTable {
    func recharge(_ connection: ObservedQUICConnection) {
        let now = (waiting: connection.waitingBytes, held: connection.heldMemory)
        guard now != connection.charged else { return }
        growth.waiting += now.waiting - connection.charged.waiting
        growth.held += now.held - connection.charged.held
        connection.charged = now
    }

    func takeGrowth() -> (waiting: Int, held: Int) {
        defer { growth = (0, 0) }
        return growth
    }

    /// Gives up the holes of the connection for whose missing packets the most waits. Returns it.
    func giveUpHoles(_ results: inout InspectionResults) -> ObservedQUICConnection? {
        guard let most = connections.max(by: { $0.charged.waiting < $1.charged.waiting }),
            most.charged.waiting > 0
        else { return nil }
        most.giveUpHoles()
        most.report(&results)
        recharge(most)
        return most
    }

    /// Gives up what a connection holds: its older exchanges, then the connection itself if other things take the memory.
    /// Returns how many exchanges that were, and whether the connection has ended.
    func giveUp(
        _ connection: ObservedQUICConnection,
        _ results: inout InspectionResults
    ) -> (exchanges: Int, hasEnded: Bool) {
        let before = connection.charged.held
        let given = connection.giveUp()
        take(given, &results)
        recharge(connection)
        let isStuck = connection.charged.held > before / 4 * 3
        if isStuck { remove([connection.number], &results) }
        return (given.count, isStuck)
    }
}
