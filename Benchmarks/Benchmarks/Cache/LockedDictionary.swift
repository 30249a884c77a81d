import CacheClient
import Synchronization

/// The least that a cache can be: a dictionary and its lock.
final class LockedDictionary: Sendable {
    private let images: Mutex<[String: CachedImage]>

    init(_ images: [String: CachedImage]) {
        self.images = Mutex(images)
    }

    func image(for key: String) -> CachedImage? { images.withLock { $0[key] } }
}
