import CacheClient
import Synchronization

/// The simplest possible cache: a dictionary with a lock.
final class LockedDictionary: Sendable {
    private let images: Mutex<[String: CachedImage]>

    init(_ images: [String: CachedImage]) {
        self.images = Mutex(images)
    }

    func image(for key: String) -> CachedImage? { images.withLock { $0[key] } }
}
