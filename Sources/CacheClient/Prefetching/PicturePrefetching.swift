/// Pictures that a pipeline makes for a prefetcher.
struct PicturePrefetching: PrefetchWork {
    private let pipeline: PicturePipeline
    private let requests: [PictureRequest]
    private let fillsMemory: Bool
    private let progress: Prefetcher.PictureProgress?

    init(
        _ pipeline: PicturePipeline,
        _ requests: [PictureRequest],
        _ priority: TransferPriority,
        fillsMemory: Bool,
        progress: Prefetcher.PictureProgress?
    ) {
        self.pipeline = pipeline
        self.fillsMemory = fillsMemory
        self.progress = progress
        self.requests = requests.map { request in
            var request = request
            request.image = pipeline.client.completed(request.image)
            request.image.priority = priority
            request.image.executor = .direct
            // Prefetching shows no previews.
            (request.preview, request.finish) = (nil, nil)
            return request
        }
    }

    var count: Int { requests.count }

    func begin(_ place: Int, for run: Prefetcher) {
        let request = requests[place]
        guard !request.image.options.contains(.forceRefresh) else { return make(place, run) }
        pipeline.findTier(of: request) { tier in
            switch tier {
            case .disk where fillsMemory: takeIntoMemory(place, run)
            case let tier?: finished(place, .skipped(tier), run)
            case nil: make(place, run)
            }
        }
    }

    func stopped(_ place: Int, for run: Prefetcher) {
        finished(place, .failed(.fetch(Prefetcher.stopped)), run)
    }

    private func takeIntoMemory(_ place: Int, _ run: Prefetcher) {
        var reading = requests[place]
        reading.image.options.insert(.onlyFromCache)
        load(place, reading, run) { outcome in
            switch outcome {
            case .success: finished(place, .skipped(.disk), run)
            // The entry may have been removed, or found damaged, meanwhile.
            case .failure(.fetch(let error)) where error.word == .notCached: make(place, run)
            case .failure(let error): finished(place, .failed(error), run)
            }
        }
    }

    private func make(_ place: Int, _ run: Prefetcher) {
        load(place, requests[place], run) { outcome in
            switch outcome {
            case .success: finished(place, .made, run)
            case .failure(let error): finished(place, .failed(error), run)
            }
        }
    }

    private func load(
        _ place: Int,
        _ request: PictureRequest,
        _ run: Prefetcher,
        _ completion: @escaping PicturePipeline.Completion
    ) {
        guard let load = pipeline.load(request, completion: completion) else { return }
        run.began(place) { load.cancel() }
    }

    private func finished(_ place: Int, _ outcome: PicturePrefetchOutcome, _ run: Prefetcher) {
        run.finished(place, as: outcome.end) { counts in progress?(requests[place], outcome, counts) }
    }
}

extension PicturePrefetchOutcome {
    fileprivate var end: PrefetchEnd {
        switch self {
        case .skipped: .skipped
        case .made: .fetched
        case .failed: .failed
        }
    }
}
