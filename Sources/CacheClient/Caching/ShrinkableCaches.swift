import Synchronization

/// All caches in memory of a client and its pipelines, which shrink together when memory is short.
final class ShrinkableCaches: Sendable {
    /// Evicts the least recently used values until at most this share of the bytes is left.
    typealias Shrink = @Sendable (_ share: Double) -> Void

    private struct State {
        var members: [Int: Shrink] = [:]
        var joined = 0
    }

    private let state = Mutex(State())

    /// Returns the number for `leave`.
    func join(_ shrink: @escaping Shrink) -> Int {
        state.withLock { state in
            state.joined += 1
            state.members[state.joined] = shrink
            return state.joined
        }
    }

    func leave(_ number: Int) {
        let shrink = state.withLock { $0.members.removeValue(forKey: number) }
        // Release what it holds outside the lock.
        extendLifetime(shrink)
    }

    func shrink(to share: Double) {
        let members = state.withLock { Array($0.members.values) }
        for shrink in members { shrink(share) }
    }
}
