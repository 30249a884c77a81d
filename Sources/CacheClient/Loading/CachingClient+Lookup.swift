internal import LinuxIO
internal import Runs
import Synchronization
internal import Wire

extension CachingClient {
    /// What the caller's own thread can know: the answer, or a load that has to wait for disk or network.
    enum Beginning {
        case answered(ImageResponse)
        case waits(Load)
    }

    /// Loads an image; `completion` is called exactly once, with an error in the response where there is no image.
    public func load(_ request: ImageRequest, completion: @escaping @Sendable (ImageResponse) -> Void) {
        load(request, transfer: 0, completion: completion)
    }

    /// Loads an image. A memory hit that needs no question returns without suspending.
    nonisolated(nonsending) public func load(_ request: ImageRequest) async throws(FetchError)
        -> ImageResponse
    {
        let response: ImageResponse
        switch begin(request, transfer: 0) {
        case .answered(let answer):
            response = answer
        case .waits(let load):
            response = await withCheckedContinuation { continuation in
                proceed(load) { continuation.resume(returning: $0) }
            }
        }
        if let error = response.error { throw error }
        return response
    }

    /// Loads an image under the caller's number for it, by which the timing log names it.
    package func load(
        _ request: ImageRequest,
        transfer id: Int,
        completion: @escaping @Sendable (ImageResponse) -> Void
    ) {
        switch begin(request, transfer: id) {
        case .answered(let response): completion(response)
        case .waits(let load): proceed(load, completion)
        }
    }

    private func begin(_ request: ImageRequest, transfer id: Int) -> Beginning {
        let start = clock.now()
        emit(.start, id, at: start)
        let (policy, revalidate, isShutDown) = state.withLock { state in
            (state.configuration.policy, state.configuration.revalidate, state.isShutDown)
        }
        var held: Load.Held?
        if policy.usesMemory, !isShutDown, let image = memory.image(for: request.cacheKey, at: start) {
            counts.withLock { $0.memoryHits += 1 }
            if revalidate != .always { return .answered(hit(image, id, since: start)) }
            emit(.memoryHit, id, at: clock.now())
            held = Load.Held(image: image, tier: .memory)
        }
        let configuration = state.withLock { $0.configuration }
        let load = Load(
            request: request,
            id: id,
            start: start,
            configuration: configuration,
            generation: memory.generation,
            held: held
        )
        return isShutDown ? .answered(refusal(load, .closed, "the client was shut down")) : .waits(load)
    }

    private func hit(_ image: CachedImage, _ id: Int, since start: Instant) -> ImageResponse {
        let end = clock.now()
        emit(.memoryHit, id, at: end)
        emit(.done, id, at: end)
        return ImageResponse(
            bytes: image.bytes,
            etag: image.etag,
            source: .memory,
            tier: .memory,
            status: 200,
            measurement: LoadMeasurement(start: start, end: end, phases: TransferPhases(cache: end - start))
        )
    }

    /// Goes to the disk where there may be something, else to the origin.
    private func proceed(_ load: Load, _ completion: @escaping @Sendable (ImageResponse) -> Void) {
        guard load.held == nil, load.configuration.policy.usesDisk else { return fetch(load, completion) }
        let isTaken = disk.read(load.request.cacheKey, at: RunClock.wall()) { [self] image in
            found(image, load, completion)
        }
        if !isTaken { completion(refusal(load, .closed, "the client was shut down")) }
    }

    /// On the disk's thread: what it holds of the load.
    private func found(
        _ image: CachedImage?,
        _ load: Load,
        _ completion: @escaping @Sendable (ImageResponse) -> Void
    ) {
        guard let image else { return fetch(load, completion) }
        let now = clock.now()
        emit(.diskHit, load.id, at: now)
        counts.withLock { $0.diskHits += 1 }
        var load = load
        load.held = Load.Held(image: image, tier: .disk)
        guard load.configuration.revalidate == .never else { return fetch(load, completion) }
        promote(image, load, at: now)
        let end = clock.now()
        completion(
            answer(load, held: image, as: .disk, phases: TransferPhases(cache: end - load.start), end: end)
        )
    }

    func emit(_ kind: TimingEvent.Kind, _ id: Int, at moment: Instant) {
        events?(TimingEvent(at: moment, transfer: id, kind: kind))
    }
}
