import Wire

/// Places for connections to servers: all of them, and those that one client may take. It belongs to the loop's thread.
final class UpstreamPlaces {
    private let most: Int
    private let mostOfOne: Int
    private(set) var taken = 0
    private var ofOne: [IPAddress: Int] = [:]

    init(_ limits: UpstreamLimits) {
        most = limits.connections
        mostOfOne = limits.connections - limits.connections / 4
    }

    var areTaken: Bool { taken >= most }

    /// nil if none is left for that client. The program's own requests have no client.
    func take(for client: IPAddress?) -> UpstreamPlace? {
        guard !areTaken, mayTake(client) else { return nil }
        taken += 1
        return UpstreamPlace(in: self, for: client)
    }

    private func mayTake(_ client: IPAddress?) -> Bool {
        // All of this machine's programs, whoever runs them, come from there.
        guard let client, !client.isLoopback else { return true }
        return ofOne[client.holder, default: 0] < mostOfOne
    }

    func enter(_ client: IPAddress?) {
        if let client { ofOne[client.holder, default: 0] += 1 }
    }

    func leave(_ client: IPAddress?) {
        guard let client else { return }
        let left = ofOne[client.holder, default: 0] - 1
        ofOne[client.holder] = left > 0 ? left : nil
    }

    func free() { taken -= 1 }
}
