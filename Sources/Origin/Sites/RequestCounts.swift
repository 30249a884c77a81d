import Synchronization

/// Number of requests for each path.
final class RequestCounts: Sendable {
    /// Clients can invent endless fixture paths: further ones count as requested for the first time.
    private static let mostPaths = 10_000

    private let counts = Mutex<[String: Int]>([:])

    /// The number of this request among those for its path, from 0.
    func next(_ path: String) -> Int {
        counts.withLock { counts in
            guard counts[path] != nil || counts.count < Self.mostPaths else { return 0 }
            defer { counts[path, default: 0] += 1 }
            return counts[path] ?? 0
        }
    }
}
