import Wire

/// How many connections the clients of a server hold, together and each address. Pure.
struct ClientConnectionCounts {
    /// Connections of one address, if it is not this machine's own.
    private let mostOfOne: Int
    private(set) var count = 0
    private var ofOne: [IPAddress: Int] = [:]

    init(_ limits: ServingLimits) {
        mostOfOne = limits.connectionsOfOne
    }

    /// Whether one more connection of that client may be kept.
    func admits(_ client: IPAddress) -> Bool {
        // All of this machine's programs, whoever runs them, come from there.
        client.isLoopback || ofOne[client.holder, default: 0] < mostOfOne
    }

    mutating func enter(_ client: IPAddress) {
        count += 1
        ofOne[client.holder, default: 0] += 1
    }

    mutating func leave(_ client: IPAddress) {
        count -= 1
        let left = ofOne[client.holder, default: 0] - 1
        ofOne[client.holder] = left > 0 ? left : nil
    }
}
