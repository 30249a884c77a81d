internal import HTTP
internal import LinuxIO
import Logs
internal import Wire

/// What goes into the caches, and out of them. Memory changes at once; the disk is only told, and follows in order.
extension CachingClient {
    /// `completion` is called when it is stored wherever it can be.
    func store(
        _ image: CachedImage,
        _ load: Load,
        at now: Instant,
        completion: @escaping @Sendable () -> Void = {}
    ) {
        let (request, wall) = (load.request, calendar.wall)
        let usesDisk = load.usesDisk && !load.options.contains(.memoryOnly)
        let isInMemory =
            load.usesMemory && !load.options.contains(.diskOnly)
            && memory.store(
                image,
                for: request.cacheKey,
                at: calendar.moment(now),
                lifetime: request.memory.lifetime(at: wall)
            )
        guard usesDisk else {
            if isInMemory { emit(.stored, load.id, at: clock.now()) }
            // What the disk has is not what the key stands for any more.
            if load.usesDisk { disk.remove(request.cacheKey) }
            return completion()
        }
        let lifetime = request.disk.lifetime(at: wall)
        let isTaken = disk.store(image, for: request.cacheKey, at: wall, lifetime: lifetime) {
            [self] isHeld in
            if isHeld { emit(.stored, load.id, at: clock.now()) }
            completion()
        }
        if !isTaken { completion() }
    }

    /// The origin said that the image still holds.
    func confirm(_ held: Load.Held, _ load: Load, by confirmation: Confirmation, at now: Instant) {
        let (key, etag) = (load.request.cacheKey, held.image.etag)
        if let variant = held.variant {
            return variant.keeper.confirmVariant(variant.key, etag: etag, by: confirmation)
        }
        switch held.tier {
        case .memory: memory.confirm(key, etag: etag, by: confirmation, at: calendar.moment(now))
        case .disk: promote(held.image.confirmed(by: confirmation), load, at: now)
        }
        if load.usesDisk { disk.confirm(key, etag: etag, by: confirmation, at: calendar.wall) }
    }

    func promote(_ image: CachedImage, _ load: Load, at now: Instant) {
        guard load.usesMemory, !load.options.contains(.diskOnly) else { return }
        memory.promote(
            image,
            for: load.request.cacheKey,
            at: calendar.moment(now),
            generation: load.generation,
            lifetime: load.request.memory.lifetime(at: calendar.wall)
        )
    }

    func drop(_ load: Load) {
        if load.usesMemory { memory.remove(load.request.cacheKey) }
        if load.usesDisk { disk.remove(load.request.cacheKey) }
    }
}
