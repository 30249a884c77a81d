import Synchronization
internal import Wire

/// One load under way, for its caller to cancel from any thread.
public final class ImageLoad: Sendable {
    typealias Completion = @Sendable (ImageResponse) -> Void

    /// Work done for this load alone.
    enum Work: Sendable {
        case task(cancel: @Sendable () -> Void)
        case transfer(TransferTicket, TransferLoop)

        fileprivate func abandon() {
            switch self {
            case .task(let cancel): cancel()
            case .transfer(let ticket, let loop): loop.cancel(ticket)
            }
        }

        fileprivate func prioritise(_ priority: TransferPriority) {
            guard case .transfer(let ticket, let loop) = self else { return }
            loop.setPriority(priority, of: ticket)
        }
    }

    /// What to do when a load ends.
    private struct Ending {
        var completion: Completion?
        var work: Work?
        /// Its place among the open loads until then.
        var place: Place?
    }

    private struct Place {
        let loads: OpenLoads
        let key: HashedKey
    }

    private struct State {
        var ending = Ending()
        var priority: TransferPriority
        /// Request time of the newest image stored meanwhile under the same key.
        var newest: Instant?
        /// True once answered, or cancelled before a completion was set.
        var isOver = false
        var early: FetchError?
    }

    private let executor: CallbackExecutor
    /// Makes the answer to a cancelled load.
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

    /// Cancels the load: its caller gets `cancelled` at once, and nothing later. No effect once it is
    /// answered.
    public func cancel() {
        end(FetchError(.cancelled, "the caller cancelled the load"))
    }

    /// Priority among the loads that wait for a connection. It may be changed while the load waits.
    public var priority: TransferPriority {
        get { state.withLock { $0.priority } }
        set {
            let work = state.withLock { state in
                state.priority = newValue
                return state.ending.work
            }
            work?.prioritise(newValue)
        }
    }

    /// Leaves `loads` once this load is over, before its caller is told; false if it is over already.
    func leaveWhenOver(_ loads: OpenLoads, _ key: HashedKey) -> Bool {
        state.withLock { state in
            if !state.isOver { state.ending.place = Place(loads: loads, key: key) }
            return !state.isOver
        }
    }

    /// Notes that an image requested at `moment` was stored under this load's key.
    func outdate(_ moment: Instant) {
        state.withLock { $0.newest = max(moment, $0.newest ?? moment) }
    }

    /// True if an image requested at `moment` is older than the stored one.
    func isOutdated(_ moment: Instant) -> Bool {
        state.withLock { state in state.newest.map { moment < $0 } ?? false }
    }

    /// True once the caller has been told, or will not be told any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Sets the completion. Returns false, having called it, if the load was cancelled before.
    func begin(_ completion: @escaping Completion) -> Bool {
        let early = state.withLock { state in
            if state.early == nil { state.ending.completion = completion }
            return state.early
        }
        guard let early else { return true }
        completion(refusal(early))
        return false
    }

    /// Tells the caller, exactly once; false if that happened before.
    @discardableResult
    func finish(_ response: ImageResponse) -> Bool {
        guard let completion = take().completion else { return false }
        hand(response, to: completion)
        return true
    }

    /// Tells the caller why there will be no image, and ends the load's work.
    func end(_ error: FetchError) {
        let ending = take(leaving: error)
        ending.work?.abandon()
        guard let completion = ending.completion else { return }
        hand(refusal(error), to: completion)
    }

    /// Sets the work done for this load alone; abandons it at once if the load is over.
    func adopt(_ work: Work) {
        let isOver = state.withLock { state in
            if !state.isOver { state.ending.work = work }
            return state.isOver
        }
        if isOver { work.abandon() }
    }

    private func hand(_ response: ImageResponse, to completion: @escaping Completion) {
        if executor.isDirect { completion(response) } else { executor.hand(response, to: completion) }
    }

    private func take(leaving error: FetchError? = nil) -> Ending {
        let ending = state.withLock { state in
            let ending = state.ending
            if !state.isOver, ending.completion == nil { state.early = error }
            state.ending = Ending()
            state.isOver = true
            return ending
        }
        if let place = ending.place { place.loads.remove(self, for: place.key) }
        return ending
    }
}
