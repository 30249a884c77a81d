internal import HTTP
internal import LinuxIO
internal import Logs
internal import Wire

/// Sources that are not the client's own connections.
extension CachingClient {
    /// Has the load's provider make the image.
    func provide(_ load: Load) {
        guard case .provider(let provider) = load.request.source else { return }
        aside(load) { [self] in
            let bytes: [UInt8]
            do {
                bytes = try await provider.bytes()
            } catch {
                return failed(load, Self.failure(error, .provider, "the provider of \(provider.cacheKey)"))
            }
            guard !load.caller.isOver else { return }
            guard !bytes.isEmpty, bytes.count <= load.configuration.maximumBodySize else {
                let word: FetchError.Word = bytes.isEmpty ? .provider : .tooLarge
                let size = bytes.isEmpty ? "nothing" : "\(bytes.count) bytes, more than are allowed"
                return failed(load, FetchError(word, "the provider of \(provider.cacheKey) gave \(size)"))
            }
            let wall = calendar.wall
            let image = CachedImage(bytes: bytes, head: CachedHead(requestedAt: wall, respondedAt: wall))
            if load.options.contains(.unstored) { return provided(image, load) }
            guard load.options.contains(.waitForCache) else {
                store(image, load, at: clock.now())
                return provided(image, load)
            }
            store(image, load, at: clock.now()) { [self] in provided(image, load) }
        }
    }

    private func provided(_ image: CachedImage, _ load: Load) {
        let end = clock.now()
        emit(.done, load.id, at: end)
        load.caller.finish(
            ImageResponse(
                bytes: image.bytes,
                source: .provider,
                status: 200,
                image: load.keepable(image),
                measurement: LoadMeasurement(start: load.start, end: end, phases: TransferPhases())
            )
        )
    }

    /// Has the request's own downloader fetch.
    func download(
        _ outgoing: OutgoingRequest,
        by downloader: Downloader,
        for load: Load,
        since queued: Instant
    ) {
        aside(load) { [self] in
            var outcome = TransferOutcome(stamps: TransferStamps(queued: queued))
            do {
                let answer = try await downloader.answer(outgoing)
                outcome.status = answer.status
                outcome.fields = HTTPFields(
                    answer.headers.sorted { $0.key < $1.key }.map { HTTPField(name: $0.key, value: $0.value) }
                )
                outcome.body = answer.bytes
                if answer.bytes.count > load.configuration.maximumBodySize {
                    outcome.failure = FetchError(.tooLarge, "the downloader brought more than is allowed")
                } else {
                    let url = outgoing.url
                    let head = ResponseHead(url: url, status: answer.status, fields: outcome.fields)
                    outcome.failure = judge?.failure(of: head)
                }
            } catch {
                outcome.failure = Self.failure(error, .local, "the downloader of \(outgoing.url)")
            }
            arrived(outcome, of: outgoing, for: load)
        }
    }

    private static func failure(_ error: any Error, _ word: FetchError.Word, _ who: String) -> FetchError {
        (error as? FetchError) ?? FetchError(word, "\(who) failed: \(error)")
    }
}
