internal import LinuxIO
internal import Runs
internal import Wire

/// What goes into the caches, and out of them. Memory changes at once; the disk is only told, and follows in order.
extension CachingClient {
    func store(_ image: CachedImage, _ load: Load, at now: Instant) {
        let (key, policy) = (load.request.cacheKey, load.configuration.policy)
        if policy.usesMemory, memory.store(image, for: key, at: now), !policy.usesDisk {
            emit(.stored, load.id, at: clock.now())
        }
        guard policy.usesDisk else { return }
        disk.store(image, for: key, at: RunClock.wall()) { [self] isHeld in
            if isHeld { emit(.stored, load.id, at: clock.now()) }
        }
    }

    /// The origin said that the image still holds.
    func confirm(_ held: Load.Held, _ load: Load, at now: Instant) {
        let (key, policy) = (load.request.cacheKey, load.configuration.policy)
        switch held.tier {
        case .memory: memory.confirm(key, etag: held.image.etag, at: now)
        case .disk: promote(held.image, load, at: now)
        }
        if policy.usesDisk { disk.confirm(key, at: RunClock.wall()) }
    }

    func promote(_ image: CachedImage, _ load: Load, at now: Instant) {
        guard load.configuration.policy.usesMemory else { return }
        memory.promote(image, for: load.request.cacheKey, at: now, generation: load.generation)
    }

    func drop(_ load: Load) {
        let (key, policy) = (load.request.cacheKey, load.configuration.policy)
        if policy.usesMemory { memory.remove(key) }
        if policy.usesDisk { disk.remove(key) }
    }
}
