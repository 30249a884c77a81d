internal import HTTP
internal import LinuxIO
import Synchronization
internal import Wire

/// What an app does to the caches itself.
extension CachingClient {
    /// Keeps an image that the app has anyway, such as one that it just sent, under the request's key and as the request says:
    /// memory has it when this returns, the disk follows. `completion` is told, where the request says, when both are done,
    /// and whether a cache holds it; an image without bytes is none.
    ///
    /// `etag` is the entity tag that its origin gave it, by which it is asked about like any other; without one, a hit
    /// that is to be asked about is fetched anew. What comes of a load that is under way takes its place.
    public func store(
        _ bytes: [UInt8],
        for request: ImageRequest,
        etag: String? = nil,
        completion: (@Sendable (Bool) -> Void)?
    ) {
        let request = completed(request)
        let tell: @Sendable (Bool) -> Void = { isHeld in
            if let completion { request.executor.hand(isHeld, to: completion) }
        }
        guard !bytes.isEmpty, let habits else { return tell(false) }
        let wall = calendar.wall
        let tag = etag.flatMap { EntityTag(parsing: $0) }
        let fields = tag.map { ["ETag": $0.description] as HTTPFields } ?? HTTPFields()
        let head = CachedHead(fields: fields, requestedAt: wall, respondedAt: wall)
        let image = CachedImage(bytes: bytes, head: head)
        let isInMemory =
            habits.policy.usesMemory && !request.options.contains(.diskOnly)
            && memory.store(
                image,
                for: request.cacheKey,
                at: calendar.moment(clock.now()),
                lifetime: request.memory.lifetime(at: wall)
            )
        guard habits.policy.usesDisk, !request.options.contains(.memoryOnly) else {
            // What the disk has is not what the key stands for any more.
            if habits.policy.usesDisk { disk.remove(request.cacheKey) }
            return tell(isInMemory)
        }
        let lifetime = request.disk.lifetime(at: wall)
        let isTaken = disk.store(image, for: request.cacheKey, at: wall, lifetime: lifetime) {
            tell($0 || isInMemory)
        }
        if !isTaken { tell(isInMemory) }
    }

    /// The same; whether a cache holds it, told when both are done.
    @discardableResult
    nonisolated(nonsending) public func store(
        _ bytes: [UInt8],
        for request: ImageRequest,
        etag: String? = nil
    ) async -> Bool {
        var request = request
        request.executor = .direct
        return await withCheckedContinuation { continuation in
            store(bytes, for: request, etag: etag) { continuation.resume(returning: $0) }
        }
    }

    /// Removes the image that the caches know by `cacheKey`, its URL unless its request said otherwise: no load that begins
    /// after this finds it. What comes of one that is under way is kept as ever, and pictures made of it are their pipelines'
    /// to remove.
    public func remove(_ cacheKey: String) {
        memory.forget(cacheKey)
        if state.withLock({ $0.settings.configuration.policy.usesDisk }) { disk.remove(cacheKey) }
    }

    /// What the caches hold now.
    public var holdings: CacheHoldings {
        CacheHoldings(
            memoryBytes: memory.bytes,
            memoryCount: memory.count,
            diskBytes: disk.bytes,
            diskCount: disk.count
        )
    }
}
