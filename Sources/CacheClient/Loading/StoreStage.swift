internal import HTTP
internal import LinuxIO
internal import Logs
internal import Wire

/// Stores fetched images, if that is allowed, and answers their callers.
final class StoreStage: Sendable {
    private let cache: TieredCache
    private let open: OpenLoads
    private let responses: ResponseBuilder
    private let log: LoadLog

    init(_ cache: TieredCache, _ open: OpenLoads, _ responses: ResponseBuilder, _ log: LoadLog) {
        self.cache = cache
        self.open = open
        self.responses = responses
        self.log = log
    }

    /// An image from an origin or a downloader.
    func keep(_ outcome: TransferOutcome, of sent: OutgoingRequest, for load: Load) {
        let before = log.now()
        let head = log.head(of: outcome, to: sent)
        guard !outcome.body.isEmpty, load.mayKeep(outcome, sent, at: log.wall) else {
            cache.drop(load)
            load.caller.finish(responses.respond(load, outcome, storing: log.now() - before))
            return
        }
        let image = CachedImage(bytes: outcome.body, head: head)
        let isOutdated = load.caller.isOutdated(outcome.asked)
        let isUnstored = load.options.contains(.unstored)
        // The cached image is outdated.
        if isUnstored, !isOutdated, load.held != nil || load.options.contains(.forceRefresh) {
            cache.drop(load)
        }
        let hasCaches = load.usesMemory || load.usesDisk
        if outcome.isKept || isOutdated || isUnstored || !hasCaches {
            load.caller.finish(responses.respond(load, outcome, image))
            return
        }
        open.outdate(load.request.cacheKey, outcome.asked, by: load.caller)
        store(image, limited(load), at: before) { [self] in
            load.caller.finish(
                responses.respond(load, outcome, image, storing: log.now() - before)
            )
        }
    }

    /// An image that the request's provider made.
    func keepProvided(_ bytes: [UInt8], for load: Load) {
        let wall = log.wall
        let image = CachedImage(bytes: bytes, head: CachedHead(requestedAt: wall, respondedAt: wall))
        let answer: @Sendable () -> Void = { [self] in
            load.caller.finish(responses.provided(image, load))
        }
        if load.options.contains(.unstored) { return answer() }
        store(image, load, at: log.now(), answer)
    }

    /// Calls `answer` once memory has the image and the disk has the job. If the caller waits for the caches,
    /// calls it once both are done.
    private func store(
        _ image: CachedImage,
        _ load: Load,
        at now: Instant,
        _ answer: @escaping @Sendable () -> Void
    ) {
        let waits = load.options.contains(.waitForCache)
        let done = waits ? answer : nil
        cache.store(image, for: load.request, load.settings.policy, at: now) { [self] inMemory, onDisk in
            if onDisk ?? inMemory { log.emit(.stored, load.id, at: log.now()) }
            done?()
        }
        if !waits { answer() }
    }

    /// By the rules of HTTP an image stays fresh no longer than the redirects that led to it.
    private func limited(_ load: Load) -> Load {
        var load = load
        guard load.configuration.revalidate == .http, !load.trail.answers.isEmpty,
            let seconds = load.trail.lasting(at: log.wall)
        else { return load }
        load.request.memory = load.request.memory.atMost(seconds, load.configuration.memory)
        load.request.disk = load.request.disk.atMost(seconds, load.configuration.disk)
        return load
    }
}

extension CacheRetention {
    /// Limits the lifetime to `seconds`, unless the caller set one.
    fileprivate func atMost(_ seconds: Int64, _ limits: CacheLimits) -> CacheRetention {
        guard expiration == nil else { return self }
        var keeping = self
        keeping.expiration = .after(min(limits.timeToLive ?? .seconds(seconds), .seconds(seconds)))
        // An access must not extend it beyond the redirects' freshness.
        keeping.onAccess = .none
        return keeping
    }
}
