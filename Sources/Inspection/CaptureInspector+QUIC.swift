import Wire

/// What QUIC's connections take among what all connections may.
extension CaptureInspector {
    mutating func chargeQUIC(_ arrival: Arrival) {
        guard takeGrowth() != nil else { return }
        while budget.isExceeded, let connection = quic.giveUpHoles(&results) {
            budget.noteExceeded(packet: arrival.packet, connection.identity, &results.findings)
            guard let freed = takeGrowth(), freed < 0 else { break }
        }
        if held.isExceeded { relieve(arrival) }
    }

    mutating func relieveQUIC(_ connection: ObservedQUICConnection, _ arrival: Arrival) {
        let given = quic.giveUp(connection, &results)
        _ = takeGrowth()
        held.noteGivenUp(
            exchanges: given.exchanges,
            connections: given.hasEnded ? 1 : 0,
            packet: arrival.packet
        )
    }

    /// Charges the growth to the budgets. Returns by how much the bytes that wait have grown; nil if nothing has changed.
    private mutating func takeGrowth() -> Int? {
        let growth = quic.takeGrowth()
        guard growth.waiting != 0 || growth.held != 0 else { return nil }
        budget.used += growth.waiting
        held.used += growth.held
        return growth.waiting
    }
}
