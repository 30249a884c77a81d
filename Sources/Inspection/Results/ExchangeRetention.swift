/// How many finished exchanges stay with their connections, whose bytes may still be retransmitted.
struct ExchangeRetention {
    private static let mostKept = 64
    private static let leastKept = 2
    /// Over all connections.
    private static let mostKeptOfAll = 256

    /// For each connection.
    private(set) var kept = mostKept

    /// A connection with more hands some over, many at a time.
    var most: Int { kept + kept / 2 + 1 }

    mutating func share(among connections: Int) {
        kept = max(Self.leastKept, min(Self.mostKept, Self.mostKeptOfAll / max(1, connections)))
    }
}
