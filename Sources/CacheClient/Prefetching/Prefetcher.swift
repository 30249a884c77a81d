import Synchronization

/// Fetches images before anybody wants to see them: a few at once, after whatever is wanted now. It may be paused, and
/// stopped for good. Any thread may call it; it goes on without being held.
public final class Prefetcher: Sendable {
    /// Told of each image: its request, what came of it, and how far all are.
    public typealias Progress = @Sendable (ImageRequest, PrefetchOutcome, PrefetchCounts) -> Void

    private let client: CachingClient
    private let fillsMemory: Bool
    private let progress: Progress?
    private let completion: (@Sendable (PrefetchCounts) -> Void)?
    private let state: Mutex<PrefetchState>

    /// Images for `client` to fetch, in this order and `atOnce` at a time, once `start` is called. What a cache has is
    /// passed over, and not read, unless its request says `forceRefresh`. Where `fillsMemory` what only the disk has is
    /// taken into memory, unasked. `completion` is told once, when nothing is left.
    public init(
        _ client: CachingClient,
        _ requests: [ImageRequest],
        atOnce: Int = 5,
        priority: TransferPriority = .low,
        fillsMemory: Bool = false,
        progress: Progress? = nil,
        completion: (@Sendable (PrefetchCounts) -> Void)? = nil
    ) {
        self.client = client
        self.fillsMemory = fillsMemory
        self.progress = progress
        self.completion = completion
        let requests = requests.map { request in
            var request = request
            request.priority = priority
            request.executor = .direct
            return request
        }
        state = Mutex(PrefetchState(requests, atOnce: atOnce))
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
        for load in running { load.cancel() }
        let failure = FetchError(.cancelled, "the prefetcher was stopped")
        for place in unbegun { finished(place, .failed(failure)) }
        tellIfOver()
    }

    private func advance() {
        guard state.withLock({ $0.startTaking() }) else { return }
        while let place = state.withLock({ $0.take() }) { begin(place) }
    }

    private func begin(_ place: Int) {
        let request = state.withLock { $0.requests[place] }
        guard !request.options.contains(.forceRefresh) else { return fetch(place, request) }
        client.findTier(of: request) { [self] tier in
            switch tier {
            case .disk where fillsMemory: takeIntoMemory(place, request)
            case let tier?: finished(place, .skipped(tier))
            case nil: fetch(place, request)
            }
        }
    }

    private func takeIntoMemory(_ place: Int, _ request: ImageRequest) {
        var reading = request
        reading.options.insert(.onlyFromCache)
        load(place, reading) { [self] response in
            // It may have gone, or turned out damaged, meanwhile.
            if response.error?.word == .notCached { return fetch(place, request) }
            finished(place, response.error.map { .failed($0) } ?? .skipped(.disk))
        }
    }

    private func fetch(_ place: Int, _ request: ImageRequest) {
        load(place, request) { [self] response in
            finished(place, response.error.map { .failed($0) } ?? .fetched)
        }
    }

    private func load(
        _ place: Int,
        _ request: ImageRequest,
        _ completion: @escaping @Sendable (ImageResponse) -> Void
    ) {
        guard let load = client.load(request, completion: completion) else { return }
        if !state.withLock({ $0.began(place, load) }) { load.cancel() }
    }

    private func finished(_ place: Int, _ outcome: PrefetchOutcome) {
        let (request, counts) = state.withLock { ($0.requests[place], $0.finish(place, outcome)) }
        progress?(request, outcome, counts)
        advance()
        tellIfOver()
    }

    private func tellIfOver() {
        guard state.withLock({ $0.isOverUntold() }) else { return }
        completion?(counts)
    }
}
