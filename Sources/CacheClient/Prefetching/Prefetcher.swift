import Synchronization

/// Fetches images, or pictures made of them, before anybody wants to see them: a few at once, after whatever is wanted now.
/// It may be paused, and stopped for good. Any thread may call it; it goes on without being held.
public final class Prefetcher: Sendable {
    /// Told of each image: its request, what came of it, and how far all are.
    public typealias Progress = @Sendable (ImageRequest, PrefetchOutcome, PrefetchCounts) -> Void
    /// Told of each picture: its request, what came of it, and how far all are.
    public typealias PictureProgress =
        @Sendable (PictureRequest, PicturePrefetchOutcome, PrefetchCounts) -> Void

    static let stopped = FetchError(.cancelled, "the prefetcher was stopped")

    private let work: any PrefetchWork
    private let completion: (@Sendable (PrefetchCounts) -> Void)?
    private let state: Mutex<PrefetchState>

    /// Images for `client` to fetch, in this order and `atOnce` at a time, once `start` is called. What a cache has is
    /// passed over, and not read, unless its request says `forceRefresh`. Where `fillsMemory` what only the disk has is
    /// taken into memory, unasked. `completion` is told once, when nothing is left.
    public convenience init(
        _ client: CachingClient,
        _ requests: [ImageRequest],
        atOnce: Int = 5,
        priority: TransferPriority = .low,
        fillsMemory: Bool = false,
        progress: Progress? = nil,
        completion: (@Sendable (PrefetchCounts) -> Void)? = nil
    ) {
        let work = ImagePrefetching(client, requests, priority, fillsMemory: fillsMemory, progress: progress)
        self.init(work, atOnce: atOnce, completion)
    }

    /// Pictures for `pipeline` to make, in the same way: each with all that its request says is to be done to its image.
    /// What a cache has as it is to be shown is passed over.
    public convenience init(
        _ pipeline: PicturePipeline,
        _ requests: [PictureRequest],
        atOnce: Int = 5,
        priority: TransferPriority = .low,
        fillsMemory: Bool = false,
        progress: PictureProgress? = nil,
        completion: (@Sendable (PrefetchCounts) -> Void)? = nil
    ) {
        let work = PicturePrefetching(
            pipeline,
            requests,
            priority,
            fillsMemory: fillsMemory,
            progress: progress
        )
        self.init(work, atOnce: atOnce, completion)
    }

    private init(
        _ work: any PrefetchWork,
        atOnce: Int,
        _ completion: (@Sendable (PrefetchCounts) -> Void)?
    ) {
        self.work = work
        self.completion = completion
        state = Mutex(PrefetchState(work.count, atOnce: atOnce))
    }

    /// How far it is.
    public var counts: PrefetchCounts { state.withLock { $0.counts } }

    /// Begins. It has no effect the second time.
    public func start() {
        advance()
        tellIfOver()
    }

    /// Nothing more begins; what is under way goes on.
    public func pause() {
        state.withLock { $0.isPaused = true }
    }

    /// Goes on after a pause.
    public func resume() {
        state.withLock { $0.isPaused = false }
        advance()
    }

    /// Gives up what is under way and what has not begun: each counts as failed. It cannot be started again.
    public func stop() {
        let (running, unbegun) = state.withLock { $0.stop() }
        for cancel in running { cancel() }
        for place in unbegun { work.stopped(place, for: self) }
        tellIfOver()
    }

    /// The one at a place is under way, and is given up by `cancel`.
    func began(_ place: Int, cancel: @escaping @Sendable () -> Void) {
        if !state.withLock({ $0.began(place, cancel) }) { cancel() }
    }

    /// The one at a place is over; `tell` is told how far all are before another begins.
    func finished(_ place: Int, as end: PrefetchEnd, tell: (PrefetchCounts) -> Void) {
        tell(state.withLock { $0.finish(place, as: end) })
        advance()
        tellIfOver()
    }

    private func advance() {
        guard state.withLock({ $0.startTaking() }) else { return }
        while let place = state.withLock({ $0.take() }) { work.begin(place, for: self) }
    }

    private func tellIfOver() {
        guard state.withLock({ $0.isOverUntold() }) else { return }
        completion?(counts)
    }
}
