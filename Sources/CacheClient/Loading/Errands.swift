import Synchronization

/// Loads that wait for something that their callers brought along: whoever shuts the client down tells them.
final class Errands: Sendable {
    private struct State {
        /// A load may be on a second errand before the first has ended.
        var loads: [ObjectIdentifier: (load: ImageLoad, count: Int)] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// False once closed.
    func add(_ load: ImageLoad) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.loads[ObjectIdentifier(load), default: (load, 0)].count += 1
            return true
        }
    }

    func remove(_ load: ImageLoad) {
        state.withLock { state in
            let id = ObjectIdentifier(load)
            state.loads[id]?.count -= 1
            if state.loads[id]?.count == 0 { state.loads[id] = nil }
        }
    }

    /// True where no load waits, nor is anything done for one that was given up.
    var isEmpty: Bool { state.withLock { $0.loads.isEmpty } }

    /// Ends every load; none is added any more.
    func close(_ error: FetchError) {
        let loads = state.withLock { state in
            state.isClosed = true
            return state.loads.values.map(\.load)
        }
        for load in loads { load.end(error) }
    }
}
