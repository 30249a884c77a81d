internal import HTTP
internal import LinuxIO
import Synchronization
internal import Wire

/// What is made of images and kept under keys of its own, beside them: whoever makes it has the client read, store and ask.
extension CachingClient {
    /// How hits are judged now; nil once the client is shut down.
    var habits: Habits? {
        let habits = state.withLock { Habits($0) }
        return habits.isShutDown ? nil : habits
    }

    /// Whether what is held of the image, or was made of it, may be used.
    func verdict(
        on value: some CachedValue,
        in tier: ImageResponse.Tier,
        for request: ImageRequest,
        _ habits: Habits
    ) -> HitJudge.Verdict {
        habits.settings.judge.verdict(
            on: value,
            in: tier,
            for: request,
            fields: habits.settings.fields(for: request),
            now: calendar.wall
        )
    }

    /// Looks on disk for what was made of the image; `found` is called on the disk's thread, with nil where there is nothing
    /// of use. False, and no call, where the disk is not to be asked.
    func readVariant(
        _ key: String,
        of request: ImageRequest,
        _ habits: Habits,
        found: @escaping @Sendable (CachedImage?, HitJudge.Verdict) -> Void
    ) -> Bool {
        let skips = !request.options.isDisjoint(with: [.forceRefresh, .fromMemoryCacheOrRefresh])
        guard habits.policy.usesDisk, !skips else { return false }
        let wall = calendar.wall
        return disk.read(key, at: wall, extending: request.disk.extending(at: wall)) { [self] image in
            let judged = image.map { verdict(on: $0, in: .disk, for: request, habits) } ?? .absent
            found(judged == .absent ? nil : image, judged)
        }
    }

    /// Asks whether what was made of the image still holds. The answer is a variant where it does, or nothing better is to be
    /// had; else it is the image as it is now.
    func ask(
        _ request: ImageRequest,
        about held: Load.Held,
        completion: @escaping @Sendable (ImageResponse) -> Void
    ) -> ImageLoad {
        let start = clock.now()
        let settings = state.withLock { $0.settings }
        let load = Load(
            request: request,
            id: Self.background,
            start: start,
            settings: settings,
            generation: memory.generation,
            caller: ImageLoad(request.executor, request.priority) { [self] error in
                refusal(Self.background, since: start, error)
            },
            held: held
        )
        if load.caller.begin(completion) { fetch(load) }
        return load.caller
    }

    /// The origin said that what was made of the image still holds.
    func confirmVariant(_ key: String, etag: String?, by confirmation: Confirmation) {
        guard habits?.policy.usesDisk == true else { return }
        disk.confirm(key, etag: etag, by: confirmation, at: calendar.wall)
    }

    /// Stores what was made of the image as the image itself would be stored; `completion` is called when that is done, on any
    /// thread. `key` is the image's own where it is the image itself.
    func storeVariant(
        _ made: CachedImage,
        _ key: String,
        of request: ImageRequest,
        completion: @escaping @Sendable () -> Void
    ) {
        let wall = calendar.wall
        let lifetime = request.disk.lifetime(at: wall)
        let isTaken = disk.store(made, for: key, at: wall, lifetime: lifetime) { _ in completion() }
        if !isTaken { completion() }
    }
}
