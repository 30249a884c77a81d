internal import LinuxIO
import Synchronization

/// What came of bodies that were cut short, on disk until the rest is asked for: the same files as the cache's entries, in
/// a folder of their own.
///
/// Its work is done on the disk cache's thread, in the order it was asked. Any thread may call it. A key that nobody kept
/// anything under costs no hop. What another process keeps meanwhile is not seen.
final class PartStore: Sendable {
    /// Of what is larger nothing is kept; what was not asked for in a day is not likely to be.
    static let limits = CacheLimits(size: 256 << 20, count: 100, timeToLive: .seconds(86_400))

    private let folder: Mutex<DiskFolder>
    private let known = Mutex<Set<EntryName>>([])
    private let queue: JobQueue

    init(folder: String, queue: JobQueue) {
        self.folder = Mutex(DiskFolder(path: folder, limits: Self.limits))
        self.queue = queue
    }

    var isEmpty: Bool { known.withLock { $0.isEmpty } }

    /// Learns what an earlier client kept, before anything else is asked.
    func open(at now: Int64) {
        queue.submit { [self] in _ = folder.withLock { $0.clean(at: now) } }
        queue.submit { [self] in
            let names = folder.withLock { $0.index.all.map(\.key) }
            known.withLock { $0.formUnion(names) }
        }
        queue.flush()
    }

    /// At once, with nil, where there is nothing; else on the disk's thread.
    func find(_ key: String, at now: Int64, completion: @escaping @Sendable (CachedImage?) -> Void) {
        guard !isEmpty, known.withLock({ $0.contains(EntryName(of: key)) }) else { return completion(nil) }
        let isTaken = queue.submit { [self] in
            let part = folder.withLock { $0.read(key, at: now) }
            // It was old, damaged, or had to make room.
            if part == nil { known.withLock { _ = $0.remove(EntryName(of: key)) } }
            completion(part)
        }
        if !isTaken { completion(nil) }
    }

    /// In place of what was kept under that key before.
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

    /// Done once the disk cache's thread has come to it.
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
