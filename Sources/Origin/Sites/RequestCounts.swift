import Synchronization

/// How often each path was asked for.
final class RequestCounts: Sendable {
    /// Whoever asks for fixtures can make up paths without end: those beyond these count as asked for the first time.
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
