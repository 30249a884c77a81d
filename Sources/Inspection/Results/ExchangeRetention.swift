/// How many finished exchanges stay with their connections, since their bytes may still be retransmitted.
struct ExchangeRetention {
    private static let mostKept = 64
    private static let leastKept = 2
    /// Limit over all connections.
    private static let mostKeptOfAll = 256

    /// Limit for each connection.
    private(set) var kept = mostKept

    /// A connection with more gives some up, many at a time.
    var most: Int { kept + kept / 2 + 1 }

    mutating func share(among connections: Int) {
        kept = max(Self.leastKept, min(Self.mostKept, Self.mostKeptOfAll / max(1, connections)))
    }
}
