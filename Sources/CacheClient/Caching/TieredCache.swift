internal import LinuxIO
import Logs
internal import Wire

/// A client's caches: images in memory and on disk, and the beginnings of bodies that were cut short.
///
/// Memory changes at once. The disk follows on its own thread, in request order.
final class TieredCache: Sendable {
    let memory: MemoryCache
    let disk: DiskCache
    let parts: PartStore
    private let log: LoadLog

    /// Starts the disk's thread; fails if it cannot be started.
    init(_ configuration: Configuration, _ log: LoadLog) throws(SystemCallError) {
        memory = MemoryCache(limits: configuration.memory)
        disk = try DiskCache(folder: configuration.diskFolder, limits: configuration.disk)
        parts = PartStore(folder: configuration.diskFolder + "/parts", queue: disk.queue)
        self.log = log
    }

    func openDisk() throws(SystemCallError) {
        try disk.open(at: log.wall)
        parts.open(at: log.wall)
    }

    // MARK: Look-up

    /// Reads memory; `now` is by the run's clock, `wall` by the calendar.
    func inMemory(_ request: ImageRequest, at now: Instant, _ wall: Int64) -> CachedImage? {
        memory.image(
            for: request.cacheKey,
            at: log.moment(now),
            extending: request.memory.extending(at: wall)
        )
    }

    /// Looks on disk; `completion` is called on its thread. Returns false, without a call, once it is shut
    /// down.
    func read(
        _ key: String,
        _ request: ImageRequest,
        completion: @escaping @Sendable (CachedImage?) -> Void
    ) -> Bool {
        let wall = log.wall
        return disk.read(key, at: wall, extending: request.disk.extending(at: wall), completion: completion)
    }

    /// Reports which cache has the key: at once if memory has it, otherwise on the disk's thread. Callers
    /// pass the memory test, as pictures have their own memory cache.
    func findTier(
        of key: String,
        _ policy: Configuration.Policy,
        isInMemory: (Instant) -> Bool,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        if policy.usesMemory, isInMemory(log.moment(log.now())) { return completion(.memory) }
        guard policy.usesDisk else { return completion(nil) }
        let isTaken = disk.contains(key, at: log.wall) { completion($0 ? .disk : nil) }
        if !isTaken { completion(nil) }
    }

    var holdings: CacheHoldings {
        CacheHoldings(
            memoryBytes: memory.bytes,
            memoryCount: memory.count,
            diskBytes: disk.bytes,
            diskCount: disk.count
        )
    }

    // MARK: Storing

    /// Stores an image as its request says. `completion` is called once every cache is done, with the caches
    /// that hold the image; `onDisk` is nil if the image is not for the disk.
    func store(
        _ image: CachedImage,
        for request: ImageRequest,
        _ policy: Configuration.Policy,
        at now: Instant,
        completion: @escaping @Sendable (_ inMemory: Bool, _ onDisk: Bool?) -> Void
    ) {
        let (key, wall) = (request.cacheKey, log.wall)
        let isInMemory =
            policy.usesMemory && !request.options.contains(.diskOnly)
            && memory.store(
                image,
                for: key,
                at: log.moment(now),
                lifetime: request.memory.lifetime(at: wall)
            )
        guard policy.usesDisk, !request.options.contains(.memoryOnly) else {
            // The disk's image is outdated.
            if policy.usesDisk { disk.remove(key) }
            return completion(isInMemory, nil)
        }
        let lifetime = request.disk.lifetime(at: wall)
        let isTaken = disk.store(image, for: key, at: wall, lifetime: lifetime) { completion(isInMemory, $0) }
        if !isTaken { completion(isInMemory, false) }
    }

    /// Notes that the origin confirmed the image.
    func confirm(_ held: Load.Held, _ load: Load, by confirmation: Confirmation, at now: Instant) {
        let (key, etag) = (load.request.cacheKey, held.image.etag)
        if let variant = held.variant {
            return variant.store.confirm(variant.key, etag: etag, by: confirmation)
        }
        switch held.tier {
        case .memory: memory.confirm(key, etag: etag, by: confirmation, at: log.moment(now))
        case .disk: promote(held.image.confirmed(by: confirmation), load, at: now)
        }
        if load.usesDisk { disk.confirm(key, etag: etag, by: confirmation, at: log.wall) }
    }

    /// Copies an image from disk into memory, unless memory was emptied since the load began.
    func promote(_ image: CachedImage, _ load: Load, at now: Instant) {
        guard load.usesMemory, !load.options.contains(.diskOnly) else { return }
        memory.promote(
            image,
            for: load.request.cacheKey,
            at: log.moment(now),
            generation: load.generation,
            lifetime: load.request.memory.lifetime(at: log.wall)
        )
    }

    // MARK: Removal

    func drop(_ load: Load) {
        if load.usesMemory { memory.remove(load.request.cacheKey) }
        if load.usesDisk { disk.remove(load.request.cacheKey) }
    }

    /// Removes expired entries.
    func clean() {
        memory.removeExpired(at: log.moment(log.now()))
        disk.clean(at: log.wall)
        parts.clean(at: log.wall)
    }

    func emptyDisk() {
        parts.removeAll()
        disk.removeAll()
    }
}
