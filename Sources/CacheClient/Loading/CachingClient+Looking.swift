internal import LinuxIO
import Synchronization
internal import Wire

extension CachingClient {
    /// Which cache has an image for the request's key that has not expired: memory, if both have. Nothing is read and nobody
    /// asked, so that the image may turn out damaged, stale by its origin's word, or another variant.
    nonisolated(nonsending) public func cachedTier(of request: ImageRequest) async -> ImageResponse.Tier? {
        await withCheckedContinuation { continuation in
            findTier(of: request) { continuation.resume(returning: $0) }
        }
    }

    /// The same: at once where memory tells, else on the disk's thread.
    func findTier(
        of request: ImageRequest,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        let key = request.cacheKey
        findTier(of: key, isInMemory: { memory.contains(key, at: $0) }, completion: completion)
    }

    /// The same of what is kept under a key, on the disk or in a memory of whoever asks.
    func findTier(
        of key: String,
        isInMemory: (Instant) -> Bool,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        let policy = state.withLock { $0.settings.configuration.policy }
        if policy.usesMemory, isInMemory(calendar.moment(clock.now())) { return completion(.memory) }
        guard policy.usesDisk else { return completion(nil) }
        let isTaken = disk.contains(key, at: calendar.wall) { completion($0 ? .disk : nil) }
        if !isTaken { completion(nil) }
    }
}
