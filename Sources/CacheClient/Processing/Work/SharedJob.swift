import Synchronization

/// A piece of shared work, as seen by its worker.
final class SharedJob: Sendable {
    /// Cancels or reprioritises what the work waits for.
    struct Controls: Sendable {
        var cancel: @Sendable () -> Void
        var prioritise: @Sendable (TransferPriority) -> Void = { _ in }
    }

    private struct State {
        var priority: TransferPriority
        var isOver = false
        /// Number of things it has waited for.
        var turns = 0
        var controls: Controls?
    }

    let number: Int
    private let state: Mutex<State>

    init(_ number: Int, _ priority: TransferPriority) {
        self.number = number
        state = Mutex(State(priority: priority))
    }

    /// True if it is finished, or nobody waits for it.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// The highest priority among its callers.
    var priority: TransferPriority { state.withLock { $0.priority } }

    /// Take a turn before beginning something that the work will wait for.
    func turn() -> Int {
        state.withLock { state in
            state.turns += 1
            state.controls = nil
            return state.turns
        }
    }

    /// Makes the work wait for what began with that turn, unless it already waits for a later one. If the
    /// work is over, cancels it at once.
    func wait(for controls: Controls, since turn: Int) {
        let (isOver, priority) = state.withLock { state -> (Bool, TransferPriority?) in
            guard !state.isOver else { return (true, nil) }
            guard state.turns == turn else { return (false, nil) }
            state.controls = controls
            return (false, state.priority)
        }
        if isOver { controls.cancel() }
        if let priority { controls.prioritise(priority) }
    }

    func prioritise(_ priority: TransferPriority) {
        let controls = state.withLock { state -> Controls? in
            guard state.priority != priority else { return nil }
            state.priority = priority
            return state.controls
        }
        controls?.prioritise(priority)
    }

    /// Marks it as finished.
    func close() {
        _ = end()
    }

    /// Nobody waits for it any more: cancels what it waits for.
    func abandon() {
        end()?.cancel()
    }

    private func end() -> Controls? {
        state.withLock { state in
            defer {
                state.isOver = true
                state.controls = nil
            }
            return state.controls
        }
    }
}

extension SharedJob.Controls {
    init(_ load: ImageLoad) {
        self.init(cancel: { load.cancel() }, prioritise: { load.priority = $0 })
    }
}
