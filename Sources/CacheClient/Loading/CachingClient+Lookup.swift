internal import HTTP
internal import LinuxIO
internal import Logs
import Synchronization
internal import Wire

extension CachingClient {
    /// What the caller's own thread can know: the answer, or a load that has to wait for disk or network.
    enum Beginning {
        case answered(ImageResponse)
        case waits(Load)
    }

    /// What a look into memory needs to know of the configuration.
    struct Habits {
        let settings: ClientSettings
        let isShutDown: Bool

        init(_ state: State) {
            settings = state.settings
            isShutDown = state.isShutDown
        }

        var policy: Configuration.Policy { settings.configuration.policy }
    }

    func begin(_ request: ImageRequest, transfer id: Int) -> Beginning {
        let start = clock.now()
        emit(.start, id, at: start)
        let habits = state.withLock { Habits($0) }
        guard !habits.isShutDown else {
            return .answered(refusal(id, since: start, Self.closed))
        }
        let found = inMemory(request, habits, at: start)
        if let found {
            counts.withLock { $0.memoryHits += 1 }
            if found.verdict == .use { return .answered(hit(found.image, id, since: start)) }
            emit(.memoryHit, id, at: clock.now())
        }
        var load = load(request, habits.settings, id: id, since: start)
        switch found?.verdict {
        case .useAndRefresh:
            load.held = found.map { Load.Held(image: $0.image, tier: .memory, ifFailing: .use) }
            refresh(load)
            return .answered(answered(load, as: .memory))
        case .ask(let ifFailing):
            load.held = found.map { Load.Held(image: $0.image, tier: .memory, ifFailing: ifFailing) }
        default: break
        }
        return .waits(load)
    }

    /// What memory holds of it and may be of use.
    private func inMemory(_ request: ImageRequest, _ habits: Habits, at now: Instant) -> (
        image: CachedImage, verdict: HitJudge.Verdict
    )? {
        guard habits.policy.usesMemory, !request.options.contains(.forceRefresh) else { return nil }
        let wall = calendar.wall
        guard
            let image = memory.image(
                for: request.cacheKey,
                at: calendar.moment(now),
                extending: request.memory.extending(at: wall)
            )
        else { return nil }
        let verdict = habits.settings.judge.verdict(
            on: image,
            in: .memory,
            for: request,
            fields: habits.settings.fields(for: request),
            now: wall
        )
        return verdict == .absent ? nil : (image, verdict)
    }

    private func load(
        _ request: ImageRequest,
        _ settings: ClientSettings,
        id: Int,
        since start: Instant
    ) -> Load {
        Load(
            request: request,
            id: id,
            start: start,
            settings: settings,
            generation: memory.generation,
            caller: ImageLoad(request.executor, request.priority) { [self] error in
                refusal(id, since: start, error)
            }
        )
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
            image: image,
            measurement: LoadMeasurement(start: start, end: end, phases: TransferPhases(cache: end - start))
        )
    }

    /// Looks for the load's source from memory on: its first one was looked for there by the caller.
    func lookUp(_ load: Load) {
        var load = load
        let habits = state.withLock { Habits($0) }
        guard let found = inMemory(load.request, habits, at: clock.now()) else { return proceed(load) }
        emit(.memoryHit, load.id, at: clock.now())
        use(found.image, in: .memory, found.verdict, for: &load)
    }

    /// Goes to the disk where there may be something, else to the origin.
    func proceed(_ load: Load) {
        let skips = load.options.isDisjoint(with: [.forceRefresh, .fromMemoryCacheOrRefresh]) == false
        guard load.held == nil, load.usesDisk, !skips else { return fetch(load) }
        let wall = calendar.wall
        let extending = load.request.disk.extending(at: wall)
        let isTaken = disk.read(load.request.cacheKey, at: wall, extending: extending) { [self] image in
            found(image, load)
        }
        if !isTaken { load.caller.end(Self.closed) }
    }

    /// On the disk's thread: what it holds of the load.
    private func found(_ image: CachedImage?, _ load: Load) {
        var load = load
        guard let image, !load.caller.isOver else { return missed(load) }
        let verdict = load.settings.judge.verdict(
            on: image,
            in: .disk,
            for: load.request,
            fields: load.fields,
            now: calendar.wall
        )
        if verdict == .absent { return fetch(load) }
        emit(.diskHit, load.id, at: clock.now())
        if load.failures.isEmpty { counts.withLock { $0.diskHits += 1 } }
        use(image, in: .disk, verdict, for: &load)
    }

    /// The disk does not have it: memory may, where another load brought it while the disk was asked.
    private func missed(_ load: Load) {
        let habits = state.withLock { Habits($0) }
        guard !load.caller.isOver, let found = inMemory(load.request, habits, at: clock.now()) else {
            return fetch(load)
        }
        var load = load
        emit(.memoryHit, load.id, at: clock.now())
        if load.failures.isEmpty { counts.withLock { $0.memoryHits += 1 } }
        use(found.image, in: .memory, found.verdict, for: &load)
    }

    private func use(
        _ image: CachedImage,
        in tier: ImageResponse.Tier,
        _ verdict: HitJudge.Verdict,
        for load: inout Load
    ) {
        load.held = Load.Held(image: image, tier: tier, ifFailing: .use)
        switch verdict {
        case .ask(let ifFailing):
            load.held?.ifFailing = ifFailing
            return fetch(load)
        case .useAndRefresh: refresh(load)
        case .use, .absent: break
        }
        if tier == .disk { promote(image, load, at: clock.now()) }
        load.caller.finish(answered(load, as: tier == .memory ? .memory : .disk))
    }
}
