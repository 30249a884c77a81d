/// Bytes of memory that exchanges without an end and unfinished messages of all connections take, and their
/// limit.
struct HeldBudget {
    let limit: Int
    var used = 0
    /// Exchanges and connections given up to stay below the limit, and the first packet that needed it.
    private(set) var givenUp = (exchanges: 0, connections: 0, packet: 0)

    init(limit: Int) {
        self.limit = limit
    }

    var isExceeded: Bool { used > limit }
    /// Room is made for many packets at once.
    var isRelieved: Bool { used <= limit / 4 * 3 }

    mutating func noteGivenUp(exchanges: Int, connections: Int, packet: Int) {
        if givenUp.packet == 0 { givenUp.packet = packet }
        givenUp.exchanges += exchanges
        givenUp.connections += connections
    }

    var finding: CaptureFinding? {
        guard givenUp.exchanges + givenUp.connections > 0 else { return nil }
        return CaptureFinding(
            packet: givenUp.packet,
            .unanswered(givenUp.exchanges, connections: givenUp.connections, limit: limit)
        )
    }
}
