internal import LinuxIO
import Synchronization

/// The beginnings of bodies that were cut short, on disk until the rest is requested: the same file format as
/// the cache's entries, in their own folder.
///
/// It works on the disk cache's thread, in request order. Any thread may call it. Looking up an unknown key
/// needs no thread hop. Parts that another process stores meanwhile are not seen.
final class PartStore: Sendable {
    /// Larger parts are not kept; parts not requested within a day are unlikely to be needed.
    static let limits = CacheLimits(size: 256 << 20, count: 100, timeToLive: .seconds(86_400))

    private let folder: Mutex<DiskFolder>
    private let known = Mutex<Set<EntryName>>([])
    private let queue: JobQueue

    init(folder: String, queue: JobQueue) {
        self.folder = Mutex(DiskFolder(path: folder, limits: Self.limits))
        self.queue = queue
    }

    var isEmpty: Bool { known.withLock { $0.isEmpty } }

    /// Indexes parts that an earlier client kept. Call it before anything else.
    func open(at now: Int64) {
        queue.submit { [self] in _ = folder.withLock { $0.clean(at: now) } }
        queue.submit { [self] in
            let names = folder.withLock { $0.index.all.map(\.key) }
            known.withLock { $0.formUnion(names) }
        }
        queue.flush()
    }

    /// Calls `completion` at once with nil if there is no part, otherwise on the disk's thread.
    func find(_ key: String, at now: Int64, completion: @escaping @Sendable (CachedImage?) -> Void) {
        guard !isEmpty, known.withLock({ $0.contains(EntryName(of: key)) }) else { return completion(nil) }
        let isTaken = queue.submit { [self] in
            let part = folder.withLock { $0.read(key, at: now) }
            // The part was expired, damaged or evicted.
            if part == nil { known.withLock { _ = $0.remove(EntryName(of: key)) } }
            completion(part)
        }
        if !isTaken { completion(nil) }
    }

    /// Replaces the part kept under that key.
    func keep(_ part: CachedImage, for key: String, at now: Int64) {
        known.withLock { _ = $0.insert(EntryName(of: key)) }
        queue.submit { [self] in
            let isHeld = (try? folder.withLock { try $0.store(part, for: key, at: now) }) ?? false
            if !isHeld { known.withLock { _ = $0.remove(EntryName(of: key)) } }
        }
    }

    func remove(_ key: String) {
        guard !isEmpty, known.withLock({ $0.remove(EntryName(of: key)) }) != nil else { return }
        queue.submit { [self] in folder.withLock { $0.remove(key) } }
    }

    /// Takes effect on the disk cache's thread.
    func removeAll() {
        known.withLock { $0 = [] }
        queue.submit { [self] in folder.withLock { $0.removeAll() } }
    }

    func clean(at now: Int64) {
        queue.submit { [self] in
            let names = folder.withLock { folder in
                folder.clean(at: now)
                return folder.index.all.map(\.key)
            }
            known.withLock { $0.formIntersection(names) }
        }
    }
}
