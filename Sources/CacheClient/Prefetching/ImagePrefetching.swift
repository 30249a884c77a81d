/// Images that a prefetcher has its client fetch.
struct ImagePrefetching: PrefetchWork {
    private let client: CachingClient
    private let requests: [ImageRequest]
    private let fillsMemory: Bool
    private let progress: Prefetcher.Progress?

    init(
        _ client: CachingClient,
        _ requests: [ImageRequest],
        _ priority: TransferPriority,
        fillsMemory: Bool,
        progress: Prefetcher.Progress?
    ) {
        self.client = client
        self.fillsMemory = fillsMemory
        self.progress = progress
        self.requests = requests.map { request in
            var request = client.completed(request)
            request.priority = priority
            request.executor = .direct
            return request
        }
    }

    var count: Int { requests.count }

    func begin(_ place: Int, for run: Prefetcher) {
        let request = requests[place]
        guard !request.options.contains(.forceRefresh) else { return fetch(place, run) }
        client.findTier(of: request) { tier in
            switch tier {
            case .disk where fillsMemory: takeIntoMemory(place, run)
            case let tier?: finished(place, .skipped(tier), run)
            case nil: fetch(place, run)
            }
        }
    }

    func stopped(_ place: Int, for run: Prefetcher) {
        finished(place, .failed(Prefetcher.stopped), run)
    }

    private func takeIntoMemory(_ place: Int, _ run: Prefetcher) {
        var reading = requests[place]
        reading.options.insert(.onlyFromCache)
        load(place, reading, run) { response in
            // The entry may have been removed, or found damaged, meanwhile.
            if response.error?.word == .notCached { return fetch(place, run) }
            finished(place, response.error.map { .failed($0) } ?? .skipped(.disk), run)
        }
    }

    private func fetch(_ place: Int, _ run: Prefetcher) {
        load(place, requests[place], run) { response in
            finished(place, response.error.map { .failed($0) } ?? .fetched, run)
        }
    }

    private func load(
        _ place: Int,
        _ request: ImageRequest,
        _ run: Prefetcher,
        _ completion: @escaping @Sendable (ImageResponse) -> Void
    ) {
        guard let load = client.load(request, completion: completion) else { return }
        run.began(place) { load.cancel() }
    }

    private func finished(_ place: Int, _ outcome: PrefetchOutcome, _ run: Prefetcher) {
        run.finished(place, as: outcome.end) { counts in progress?(requests[place], outcome, counts) }
    }
}

extension PrefetchOutcome {
    fileprivate var end: PrefetchEnd {
        switch self {
        case .skipped: .skipped
        case .fetched: .fetched
        case .failed: .failed
        }
    }
}
