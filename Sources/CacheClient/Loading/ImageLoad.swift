import Synchronization
internal import Wire

/// One load under way, for its caller to cancel. Any thread may.
public final class ImageLoad: Sendable {
    typealias Completion = @Sendable (ImageResponse) -> Void

    /// What is done for one load alone.
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

    /// What there is to be done at a load's end.
    private struct Ending {
        var completion: Completion?
        var work: Work?
        /// Where it stands until then.
        var place: Place?
    }

    private struct Place {
        let loads: OpenLoads
        let key: HashedKey
    }

    private struct State {
        var ending = Ending()
        var priority: TransferPriority
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
            let work = state.withLock { state in
                state.priority = newValue
                return state.ending.work
            }
            work?.prioritise(newValue)
        }
    }

    /// Leaves `loads` once nothing more is done for this load, before its caller is told; false where that is so already.
    func leaves(_ loads: OpenLoads, _ key: HashedKey) -> Bool {
        state.withLock { state in
            if !state.isOver { state.ending.place = Place(loads: loads, key: key) }
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
            if state.early == nil { state.ending.completion = completion }
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
        hand(response, to: completion)
        return true
    }

    /// Tells the caller why there will be no image, and ends what is done for it.
    func end(_ error: FetchError) {
        let ending = take(leaving: error)
        ending.work?.abandon()
        guard let completion = ending.completion else { return }
        hand(refusal(error), to: completion)
    }

    /// What is done for this load alone from here on; abandoned at once where nobody waits for it any more.
    func takes(_ work: Work) {
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
