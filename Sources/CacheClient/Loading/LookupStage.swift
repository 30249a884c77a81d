internal import HTTP
internal import LinuxIO
internal import Logs
internal import Wire

/// Looks for images in memory and on disk, and judges whether they may be used.
final class LookupStage: Sendable {
    /// An image in memory, with the verdict on its use.
    struct Hit {
        let image: CachedImage
        let verdict: HitJudge.Verdict
    }

    private let cache: TieredCache
    private let state: ClientState
    private let responses: ResponseBuilder
    private let log: LoadLog

    init(
        _ cache: TieredCache,
        _ state: ClientState,
        _ responses: ResponseBuilder,
        _ log: LoadLog
    ) {
        self.cache = cache
        self.state = state
        self.responses = responses
        self.log = log
    }

    /// Finds an image in memory; nil if none is usable.
    func inMemory(_ request: ImageRequest, _ settings: PreparedConfiguration, at now: Instant) -> Hit? {
        guard settings.policy.usesMemory, !request.options.contains(.forceRefresh) else { return nil }
        let wall = log.wall
        guard let image = cache.inMemory(request, at: now, wall) else { return nil }
        let verdict = settings.judge.verdict(
            on: image,
            in: .memory,
            for: request,
            fields: settings.fields(for: request),
            now: wall
        )
        return verdict == .absent ? nil : Hit(image: image, verdict: verdict)
    }

    /// Answers a load from memory alone.
    func answer(_ hit: Hit, _ id: Int, since start: Instant) -> ImageResponse {
        log.count { $0.memoryHits += 1 }
        return responses.hit(hit.image, id, since: start)
    }

    /// Continues with a hit that must be revalidated. Returns the answer if the caller may have the stale
    /// image at once, else nil.
    func begin(_ load: inout Load, with hit: Hit) -> ImageResponse? {
        log.emit(.memoryHit, load.id, at: log.now())
        load.held = Load.Held(image: hit.image, tier: .memory, ifFailing: .use)
        guard case .ask(let ifFailing) = hit.verdict else {
            log.count { $0.memoryHits += 1 }
            load.next(.refresh)
            return responses.answered(load, as: .memory)
        }
        load.held?.ifFailing = ifFailing
        return nil
    }

    /// Looks up an alternative source, from memory on. The first source was looked for there on the caller's thread.
    func lookUp(_ load: Load) {
        guard let hit = inMemory(load.request, state.settings, at: log.now()) else {
            return lookOnDisk(load)
        }
        log.emit(.memoryHit, load.id, at: log.now())
        use(hit.image, in: .memory, hit.verdict, for: load)
    }

    /// Reads the disk if the load may use it, else goes to the origin.
    func lookOnDisk(_ load: Load) {
        guard load.held == nil, load.usesDisk, !load.options.skipsDisk else { return load.next(.fetch) }
        let isTaken = cache.read(load.request.cacheKey, load.request) { [self] image in found(image, load) }
        if !isTaken { load.caller.end(.closed) }
    }

    /// Judges what the disk has, on the disk's thread.
    private func found(_ image: CachedImage?, _ load: Load) {
        guard let image, !load.caller.isOver else { return missed(load) }
        let verdict = load.settings.judge.verdict(
            on: image,
            in: .disk,
            for: load.request,
            fields: load.fields,
            now: log.wall
        )
        if verdict == .absent { return load.next(.fetch) }
        log.emit(.diskHit, load.id, at: log.now())
        use(image, in: .disk, verdict, for: load)
    }

    /// Looks into memory again after a miss on disk: another load may have stored the image meanwhile.
    private func missed(_ load: Load) {
        let settings = state.settings
        guard !load.caller.isOver, let hit = inMemory(load.request, settings, at: log.now()) else {
            return load.next(.fetch)
        }
        log.emit(.memoryHit, load.id, at: log.now())
        use(hit.image, in: .memory, hit.verdict, for: load)
    }

    private func use(
        _ image: CachedImage,
        in tier: ImageResponse.Tier,
        _ verdict: HitJudge.Verdict,
        for load: Load
    ) {
        var load = load
        load.held = Load.Held(image: image, tier: tier, ifFailing: .use)
        switch verdict {
        case .ask(let ifFailing):
            load.held?.ifFailing = ifFailing
            return load.next(.fetch)
        case .useAndRefresh: load.next(.refresh)
        case .use, .absent: break
        }
        if load.failures.isEmpty { log.countHit(in: tier) }
        if tier == .disk { cache.promote(image, load, at: log.now()) }
        load.caller.finish(responses.answered(load, as: tier == .memory ? .memory : .disk))
    }
}
