internal import LinuxIO
internal import Runs
import Synchronization
internal import Wire

extension CachingClient {
    typealias Completion = @Sendable (ImageResponse) -> Void

    /// Asks the origin: whether what is held still holds, where it has a validator, else for the image.
    func fetch(_ load: Load, _ completion: @escaping Completion) {
        if load.held == nil {
            counts.withLock { $0.misses += 1 }
            emit(.miss, load.id, at: clock.now())
        }
        guard let endpoint = Endpoint(url: load.request.url) else {
            let sentence = "\(load.request.url) is not an http or https URL with a host"
            return completion(refusal(load, .badURL, sentence))
        }
        let queued = clock.now()
        emit(.queued, load.id, at: queued)
        let request = TransferRequest(
            id: load.id,
            url: load.request.url,
            endpoint: endpoint,
            ifNoneMatch: load.held?.image.validator,
            queuedAt: queued,
            settings: TransferSettings(load.configuration)
        ) { [self] outcome in
            completion(finish(load, outcome))
        }
        if !transfers.submit(request) { completion(refusal(load, .closed, "the client was shut down")) }
    }

    /// On the transfer loop's thread: keeps what is worth keeping and makes the caller's answer.
    private func finish(_ load: Load, _ outcome: TransferOutcome) -> ImageResponse {
        if let failure = outcome.failure { return failed(load, outcome, failure) }
        switch outcome.status {
        case 200:
            return fetched(load, outcome)
        case 304:
            guard let held = load.held, held.image.validator != nil else { break }
            return revalidated(load, held, outcome)
        case .some(201..<300):
            return respond(load, outcome, source: .network)
        case 404, 410:
            // What the origin has no more is not kept either.
            drop(load)
        default:
            break
        }
        let failure = FetchError(.status, "\(load.request.url) was answered with \(outcome.status ?? 0)")
        return failed(load, outcome, failure)
    }

    private func fetched(_ load: Load, _ outcome: TransferOutcome) -> ImageResponse {
        let before = clock.now()
        if outcome.body.isEmpty {
            drop(load)
        } else {
            store(CachedImage(bytes: outcome.body, etag: outcome.etag), load, at: before)
        }
        return respond(load, outcome, source: .network, storing: clock.now() - before)
    }

    private func revalidated(_ load: Load, _ held: Load.Held, _ outcome: TransferOutcome) -> ImageResponse {
        let before = clock.now()
        counts.withLock { $0.revalidated += 1 }
        confirm(held, load, at: before)
        let end = clock.now()
        var phases = outcome.stamps.phases(until: end)
        phases.cache = outcome.stamps.queued - load.start + (end - before)
        var response = answer(load, held: held.image, as: .revalidated, phases: phases, end: end)
        response.wireStatus = outcome.status
        response.measurement.exchange = outcome.exchange
        return response
    }

    /// A cached image that could not be asked about, where that is allowed; else the failure.
    private func failed(_ load: Load, _ outcome: TransferOutcome, _ failure: FetchError) -> ImageResponse {
        let isOriginsTrouble = failure.word != .status || [500, 502, 503, 504].contains(outcome.status)
        let mayBeStale = load.configuration.usesStaleOnError && isOriginsTrouble && failure.word != .cancelled
        guard let held = load.held, mayBeStale else {
            let source: ImageResponse.Source = outcome.exchange == nil ? .none : .network
            return respond(load, outcome, source: source, error: failure)
        }
        let end = clock.now()
        emit(.failed, load.id, at: end)
        var phases = outcome.stamps.phases(until: end)
        phases.cache = outcome.stamps.queued - load.start
        let source: ImageResponse.Source = held.tier == .memory ? .memory : .disk
        var response = answer(load, held: held.image, as: source, phases: phases, end: end)
        response.wireStatus = outcome.status
        response.measurement.exchange = outcome.exchange
        response.validationError = failure
        return response
    }
}

extension CachedImage {
    /// The validator, where it can stand in a request.
    var validator: String? {
        guard let etag, !etag.isEmpty, etag.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return etag
    }
}
