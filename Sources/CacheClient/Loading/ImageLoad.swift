import Synchronization
internal import Wire

/// One load under way, for its caller to cancel. Any thread may.
public final class ImageLoad: Sendable {
    typealias Completion = @Sendable (ImageResponse) -> Void

    private struct State {
        var completion: Completion?
        /// Ends what is done for this load alone.
        var abandon: (@Sendable () -> Void)?
        var priority: TransferPriority
        var prioritise: (@Sendable (TransferPriority) -> Void)?
        /// Told before the caller is.
        var whenOver: (@Sendable () -> Void)?
        /// When the newest image was asked for that came for the same key meanwhile.
        var newest: Instant?
        /// Answered, or cancelled before anybody was to be told.
        var isOver = false
        var early: FetchError?
    }

    private let executor: CallbackExecutor
    /// The answer to a load that was given up.
    private let refusal: @Sendable (FetchError) -> ImageResponse
    private let state: Mutex<State>

    init(
        _ executor: CallbackExecutor,
        _ priority: TransferPriority = .normal,
        refusal: @escaping @Sendable (FetchError) -> ImageResponse
    ) {
        self.executor = executor
        state = Mutex(State(priority: priority))
        self.refusal = refusal
    }

    /// Gives the load up: its caller is told `cancelled` at once, and nothing else later. No effect once it is answered.
    public func cancel() {
        end(FetchError(.cancelled, "the caller gave the load up"))
    }

    /// How urgent it is among what waits for a connection. It may be changed while it waits.
    public var priority: TransferPriority {
        get { state.withLock { $0.priority } }
        set {
            let prioritise = state.withLock { state in
                state.priority = newValue
                return state.prioritise
            }
            prioritise?(newValue)
        }
    }

    /// What is to be done where the priority changes from now on.
    func whenPrioritised(_ action: @escaping @Sendable (TransferPriority) -> Void) {
        state.withLock { if !$0.isOver { $0.prioritise = action } }
    }

    /// What is to be done once nothing more is done for this load, before its caller is told; false where that is so already.
    func whenOver(_ action: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if !state.isOver { state.whenOver = action }
            return !state.isOver
        }
    }

    /// An image was stored under this load's key that was asked for at `moment`.
    func outdate(_ moment: Instant) {
        state.withLock { $0.newest = max(moment, $0.newest ?? moment) }
    }

    /// True where what was asked for at `moment` is older than what is stored by now.
    func isOutdated(_ moment: Instant) -> Bool {
        state.withLock { state in state.newest.map { moment < $0 } ?? false }
    }

    /// True once the caller is told, or will hear of nothing any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// From here on `completion` is who is told; false, and it is told already, where the load was given up before.
    func begin(_ completion: @escaping Completion) -> Bool {
        let early = state.withLock { state in
            if state.early == nil { state.completion = completion }
            return state.early
        }
        guard let early else { return true }
        completion(refusal(early))
        return false
    }

    /// Tells the caller, who is told once: false where that was done before.
    @discardableResult
    func finish(_ response: ImageResponse) -> Bool {
        guard let completion = take().completion else { return false }
        executor.hand(response, to: completion)
        return true
    }

    /// Tells the caller why there will be no image, and ends what is done for it.
    func end(_ error: FetchError) {
        let (completion, abandon) = take(leaving: error)
        abandon?()
        guard let completion else { return }
        let response = refusal(error)
        executor.hand(response, to: completion)
    }

    /// What ends the work that is done for this load alone; called at once where nobody waits for it any more.
    func whenAbandoned(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.abandon = action }
            return state.isOver
        }
        if isOver { action() }
    }

    private func take(leaving error: FetchError? = nil) -> (
        completion: Completion?, abandon: (@Sendable () -> Void)?
    ) {
        let (completion, abandon, whenOver) = state.withLock { state in
            defer {
                if !state.isOver, state.completion == nil { state.early = error }
                state.completion = nil
                state.abandon = nil
                state.prioritise = nil
                state.whenOver = nil
                state.isOver = true
            }
            return (state.completion, state.abandon, state.whenOver)
        }
        whenOver?()
        return (completion, abandon)
    }
}
