internal import LinuxIO
internal import Runs
internal import Wire

extension CachingClient {
    /// An answer by bytes that a cache held.
    func answer(
        _ load: Load,
        held image: CachedImage,
        as source: ImageResponse.Source,
        phases: TransferPhases,
        end: Instant
    ) -> ImageResponse {
        emit(.done, load.id, at: end)
        return ImageResponse(
            bytes: image.bytes,
            etag: image.etag,
            source: source,
            tier: load.held?.tier,
            status: 200,
            measurement: LoadMeasurement(start: load.start, end: end, phases: phases)
        )
    }

    /// An answer by what the wire brought; `storing` is what keeping it cost the caller.
    func respond(
        _ load: Load,
        _ outcome: TransferOutcome,
        source: ImageResponse.Source,
        storing: Nanoseconds = 0,
        error: FetchError? = nil
    ) -> ImageResponse {
        let end = clock.now()
        emit(error == nil ? .done : .failed, load.id, at: end)
        var phases = outcome.stamps.phases(until: end)
        phases.cache = outcome.stamps.queued - load.start + storing
        // What arrived of a broken body is no image.
        let isWhole = outcome.exchange != nil
        return ImageResponse(
            bytes: isWhole ? outcome.body : [],
            etag: isWhole ? outcome.etag : nil,
            source: source,
            status: isWhole ? outcome.status : nil,
            wireStatus: outcome.status,
            error: error,
            measurement: LoadMeasurement(
                start: load.start,
                end: end,
                phases: phases,
                exchange: outcome.exchange
            )
        )
    }

    /// An answer to a load that never reached the wire.
    func refusal(_ load: Load, _ word: FetchError.Word, _ sentence: String) -> ImageResponse {
        let end = clock.now()
        emit(.failed, load.id, at: end)
        return ImageResponse(
            bytes: [],
            source: .none,
            error: FetchError(word, sentence),
            measurement: LoadMeasurement(
                start: load.start,
                end: end,
                phases: TransferPhases(cache: end - load.start)
            )
        )
    }
}
