import Synchronization

/// The tasks that run callers' code, such as modifiers and providers. Shutting the client down answers every
/// load that waits for one.
final class CallerTasks: Sendable {
    private struct State {
        /// A load's next task may begin before the last has ended.
        var loads: [ObjectIdentifier: (load: ImageLoad, count: Int)] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Runs `work`, which may take long, on Swift's own threads. Shutting the client down, or cancelling the
    /// load, answers the caller at once and cancels the task.
    func run(for load: ImageLoad, _ work: @escaping @Sendable () async -> Void) {
        guard add(load) else { return load.end(.closed) }
        let task = Task { [self] in
            await work()
            remove(load)
        }
        load.adopt(.task { task.cancel() })
    }

    /// True if no load waits and no task of a cancelled load still runs.
    var isEmpty: Bool { state.withLock { $0.loads.isEmpty } }

    /// Ends every load; no more can be added.
    func close(_ error: FetchError) {
        let loads = state.withLock { state in
            state.isClosed = true
            return state.loads.values.map(\.load)
        }
        for load in loads { load.end(error) }
    }

    /// False once closed.
    private func add(_ load: ImageLoad) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.loads[ObjectIdentifier(load), default: (load, 0)].count += 1
            return true
        }
    }

    private func remove(_ load: ImageLoad) {
        state.withLock { state in
            let id = ObjectIdentifier(load)
            state.loads[id]?.count -= 1
            if state.loads[id]?.count == 0 { state.loads[id] = nil }
        }
    }
}
