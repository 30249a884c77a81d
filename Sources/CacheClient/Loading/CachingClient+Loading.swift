internal import Logs
internal import Wire

extension CachingClient {
    static let closed = FetchError(.closed, "the client was shut down")

    /// Loads an image; `completion` is called exactly once, with an error in the response where there is no image, also
    /// after the load was cancelled. Where nobody is to be told nothing is done: no cache is read, nobody asked.
    @discardableResult
    public func load(
        _ request: ImageRequest,
        completion: (@Sendable (ImageResponse) -> Void)?
    ) -> ImageLoad? {
        guard let completion else { return nil }
        return load(request, transfer: 0, completion: completion)
    }

    /// Loads an image. A memory hit that needs no question returns without suspending; else cancelling the task cancels
    /// the load.
    nonisolated(nonsending) public func load(_ request: ImageRequest) async throws(FetchError)
        -> ImageResponse
    {
        guard let defaults else { return try await answer(request) }
        return try await answer(defaults.completing(request))
    }

    nonisolated(nonsending) private func answer(_ request: ImageRequest) async throws(FetchError)
        -> ImageResponse
    {
        var request = request
        request.executor = .direct
        let response: ImageResponse
        switch begin(request, transfer: 0) {
        case .answered(let answer):
            response = answer
        case .waits(let load):
            open.add(load.caller, for: request.cacheKey)
            response = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if load.caller.begin({ continuation.resume(returning: $0) }) { proceed(load) }
                }
            } onCancel: {
                load.caller.cancel()
            }
        }
        if let error = response.error { throw error }
        return response
    }

    /// What the caches have of an image that may be used without asking anybody; nil where they have nothing, which is no
    /// error.
    nonisolated(nonsending) public func cached(_ request: ImageRequest) async -> ImageResponse? {
        var request = completed(request)
        request.options.insert(.onlyFromCache)
        request.options.remove(.forceRefresh)
        request.alternatives = []
        request.retry = .none
        return try? await answer(request)
    }

    /// The request with what the client's defaults say where it leaves something open.
    func completed(_ request: ImageRequest) -> ImageRequest {
        defaults?.completing(request) ?? request
    }

    /// Loads an image under the caller's number for it, by which the timing log names it.
    ///
    /// nil where the answer was there at once.
    @discardableResult
    package func load(
        _ request: ImageRequest,
        transfer id: Int,
        completion: @escaping @Sendable (ImageResponse) -> Void
    ) -> ImageLoad? {
        // A request is large: where there is nothing to complete it is not copied.
        guard let defaults else { return begin(request, id, completion) }
        return begin(defaults.completing(request), id, completion)
    }

    private func begin(
        _ request: ImageRequest,
        _ id: Int,
        _ completion: @escaping @Sendable (ImageResponse) -> Void
    ) -> ImageLoad? {
        switch begin(request, transfer: id) {
        case .answered(let response):
            request.executor.hand(response, to: completion)
            return nil
        case .waits(let load):
            open.add(load.caller, for: request.cacheKey)
            if load.caller.begin(completion) { proceed(load) }
            return load.caller
        }
    }

    func emit(_ kind: TimingEvent.Kind, _ id: Int, at moment: Instant) {
        events?(TimingEvent(at: moment, transfer: id, kind: kind))
    }
}
