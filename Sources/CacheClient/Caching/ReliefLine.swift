import Synchronization

/// All that a client and what stands on it hold in memory and can do without: it shrinks together where memory is short.
final class ReliefLine: Sendable {
    /// Lets go of what is least recently used until at most this share of the bytes is left.
    typealias Shrink = @Sendable (_ share: Double) -> Void

    private struct State {
        var members: [Int: Shrink] = [:]
        var joined = 0
    }

    private let state = Mutex(State())

    /// The number to `leave` by.
    func join(_ shrink: @escaping Shrink) -> Int {
        state.withLock { state in
            state.joined += 1
            state.members[state.joined] = shrink
            return state.joined
        }
    }

    func leave(_ number: Int) {
        let shrink = state.withLock { $0.members.removeValue(forKey: number) }
        // What it holds goes outside the lock.
        extendLifetime(shrink)
    }

    func shrink(to share: Double) {
        let members = state.withLock { Array($0.members.values) }
        for shrink in members { shrink(share) }
    }
}
