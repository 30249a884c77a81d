import Synchronization

/// One piece of shared work, as whoever does it knows it.
final class SharedJob: Sendable {
    /// How what the work waits for is told that it is wanted no more, or otherwise urgent.
    struct Controls: Sendable {
        var cancel: @Sendable () -> Void
        var prioritise: @Sendable (TransferPriority) -> Void = { _ in }
    }

    private struct State {
        var priority: TransferPriority
        var isOver = false
        /// How many things it has waited for.
        var turns = 0
        var controls: Controls?
    }

    let number: Int
    private let state: Mutex<State>

    init(_ number: Int, _ priority: TransferPriority) {
        self.number = number
        state = Mutex(State(priority: priority))
    }

    /// True once it is finished, or nobody waits for it.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// As urgent as the most urgent of those who wait.
    var priority: TransferPriority { state.withLock { $0.priority } }

    /// To be taken before something begins that the work will wait for.
    func turn() -> Int {
        state.withLock { state in
            state.turns += 1
            state.controls = nil
            return state.turns
        }
    }

    /// The work waits for what began with that turn, unless that is over and it waits for the next already. Where the work is
    /// over nobody does.
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

    /// It is finished.
    func close() {
        _ = end()
    }

    /// Nobody waits for it any more: what it waits for is not wanted either.
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
