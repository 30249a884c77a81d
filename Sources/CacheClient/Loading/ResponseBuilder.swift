internal import HTTP
internal import LinuxIO
internal import Logs
internal import Wire

/// Makes the responses that callers get, with their timestamps.
struct ResponseBuilder: Sendable {
    private let log: LoadLog

    init(_ log: LoadLog) {
        self.log = log
    }

    /// The answer from memory, on the caller's own thread.
    func hit(_ image: CachedImage, _ id: Int, since start: Instant) -> ImageResponse {
        let end = log.now()
        log.emit(.memoryHit, id, at: end)
        log.emit(.done, id, at: end)
        return ImageResponse(
            bytes: image.bytes,
            etag: image.etag,
            source: .memory,
            tier: .memory,
            status: 200,
            image: image,
            measurement: LoadMeasurement(start: start, end: end, phases: TransferPhases(cache: end - start))
        )
    }

    /// The answer with an image from the request's provider.
    func provided(_ image: CachedImage, _ load: Load) -> ImageResponse {
        let end = log.now()
        log.emit(.done, load.id, at: end)
        return ImageResponse(
            bytes: image.bytes,
            source: .provider,
            status: 200,
            image: load.keepable(image),
            measurement: LoadMeasurement(start: load.start, end: end, phases: TransferPhases())
        )
    }

    /// The answer from a cache without revalidation.
    func answered(_ load: Load, as source: ImageResponse.Source) -> ImageResponse {
        let end = log.now()
        return answer(load, as: source, phases: TransferPhases(cache: end - load.start), end: end)
    }

    private func answer(
        _ load: Load,
        as source: ImageResponse.Source,
        phases: TransferPhases,
        end: Instant
    ) -> ImageResponse {
        log.emit(.done, load.id, at: end)
        return ImageResponse(
            bytes: load.held?.image.bytes ?? [],
            etag: load.held?.image.etag,
            source: source,
            tier: load.held?.tier,
            status: 200,
            image: load.keepable(load.held?.image),
            isVariant: load.held?.variant != nil,
            measurement: LoadMeasurement(start: load.start, end: end, phases: phases)
        )
    }

    /// The answer with cached bytes after an attempt to revalidate them, whatever its result.
    func answer(
        _ load: Load,
        as source: ImageResponse.Source,
        after outcome: TransferOutcome?,
        storing: Nanoseconds = 0
    ) -> ImageResponse {
        let end = log.now()
        let phases = phases(of: load, outcome, storing: storing, end: end)
        var response = answer(load, as: source, phases: phases, end: end)
        response.wireStatus = outcome?.status
        response.measurement.exchange = outcome?.exchange
        response.measurement.sharedWith = outcome?.sharedWith
        response.measurement.redirects = load.trail.hops
        response.metrics = outcome.flatMap { metrics(load, $0) }
        return response
    }

    /// The answer from the network; `image` is what may be stored, `storing` the time that storing it took
    /// the caller.
    func respond(
        _ load: Load,
        _ outcome: TransferOutcome,
        _ image: CachedImage? = nil,
        storing: Nanoseconds = 0,
        error: FetchError? = nil
    ) -> ImageResponse {
        let end = log.now()
        log.emit(error == nil ? .done : .failed, load.id, at: end)
        // An incomplete body is not an image.
        let isWhole = outcome.failure == nil
        return ImageResponse(
            bytes: isWhole ? outcome.body : [],
            etag: isWhole ? outcome.fields["ETag"] : nil,
            source: isWhole ? .network : .none,
            status: isWhole ? (outcome.isJoined ? 200 : outcome.status) : nil,
            wireStatus: outcome.status,
            error: error,
            metrics: metrics(load, outcome),
            image: load.keepable(image),
            measurement: LoadMeasurement(
                start: load.start,
                end: end,
                phases: phases(of: load, outcome, storing: storing, end: end),
                exchange: outcome.exchange,
                sharedWith: outcome.sharedWith,
                redirects: load.way?.hops ?? []
            )
        )
    }

    /// The answer to a load that never reached the wire.
    func refusal(_ id: Int, since start: Instant, _ error: FetchError) -> ImageResponse {
        let end = log.now()
        log.emit(.failed, id, at: end)
        return ImageResponse(
            bytes: [],
            source: .none,
            error: error,
            measurement: LoadMeasurement(start: start, end: end, phases: TransferPhases(cache: end - start))
        )
    }

    /// The metrics, those of redirects included.
    private func metrics(_ load: Load, _ outcome: TransferOutcome) -> TransferMetrics? {
        guard let way = load.way else { return outcome.metrics }
        return outcome.metrics?.following(way.metrics, by: way.redirects)
    }

    /// The phases of the last attempt; earlier attempts are in none of them.
    private func phases(
        of load: Load,
        _ outcome: TransferOutcome?,
        storing: Nanoseconds,
        end: Instant
    ) -> TransferPhases {
        guard let outcome else { return TransferPhases(cache: end - load.start) }
        var phases = outcome.stamps.phases(until: end)
        if let way = load.way { phases = way.phases + phases }
        phases.cache = (load.lookup ?? 0) + storing
        return phases
    }
}
