import Synchronization

/// Fetches images, or pictures made from them, before they are needed: a few at once, with lower priority
/// than current loads. It may be paused, and stopped for good. Any thread may call it; it continues even if
/// no reference is kept.
public final class Prefetcher: Sendable {
    /// Called for each image with its request, its result and the overall progress.
    public typealias Progress = @Sendable (ImageRequest, PrefetchOutcome, PrefetchCounts) -> Void
    /// Called for each picture with its request, its result and the overall progress.
    public typealias PictureProgress =
        @Sendable (PictureRequest, PicturePrefetchOutcome, PrefetchCounts) -> Void

    static let stopped = FetchError(.cancelled, "the prefetcher was stopped")

    private let work: any PrefetchWork
    private let completion: (@Sendable (PrefetchCounts) -> Void)?
    private let state: Mutex<PrefetchState>

    /// Makes a prefetcher of images that `client` fetches, in this order and `atOnce` at a time, once `start`
    /// is called. Cached images are skipped, and not read, unless the request sets `forceRefresh`. If
    /// `fillsMemory`, images that only the disk has are promoted to memory without revalidation. `completion`
    /// is called once, when nothing is left.
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

    /// Makes a prefetcher of pictures that `pipeline` makes, in the same way: each with all processing steps
    /// of its request. Processed pictures that a cache has are skipped.
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

    /// Its progress.
    public var counts: PrefetchCounts { state.withLock { $0.counts } }

    /// Begins. A second call has no effect.
    public func start() {
        advance()
        reportIfOver()
    }

    /// Begins no more items; those under way continue.
    public func pause() {
        state.withLock { $0.isPaused = true }
    }

    /// Continues after a pause.
    public func resume() {
        state.withLock { $0.isPaused = false }
        advance()
    }

    /// Cancels the items under way and those not begun: each counts as failed. It cannot be started again.
    public func stop() {
        let (running, unbegun) = state.withLock { $0.stop() }
        for cancel in running { cancel() }
        for place in unbegun { work.stopped(place, for: self) }
        reportIfOver()
    }

    /// Notes that the item at a place is under way and that `cancel` cancels it.
    func began(_ place: Int, cancel: @escaping @Sendable () -> Void) {
        if !state.withLock({ $0.began(place, cancel) }) { cancel() }
    }

    /// Notes that the item at a place is finished; `tell` gets the overall progress before another begins.
    func finished(_ place: Int, as end: PrefetchEnd, tell: (PrefetchCounts) -> Void) {
        tell(state.withLock { $0.finish(place, as: end) })
        advance()
        reportIfOver()
    }

    private func advance() {
        guard state.withLock({ $0.startTaking() }) else { return }
        while let place = state.withLock({ $0.take() }) { work.begin(place, for: self) }
    }

    private func reportIfOver() {
        guard state.withLock({ $0.finishOnce() }) else { return }
        completion?(counts)
    }
}
