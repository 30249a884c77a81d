package import LinuxIO
import Synchronization

/// Images on disk, behind one thread that does all reading and writing in the order it was asked.
///
/// So what is stored, replaced, read and removed under one key happens in order, and a read sees every write handed in
/// before it. Any thread may call it. Moments are nanoseconds since 1970, handed in.
package final class DiskCache: Sendable {
    /// Locked by the queue's jobs, and briefly by whoever asks for a figure.
    private let folder: Mutex<DiskFolder>
    private let failure = Mutex<SystemCallError?>(nil)
    private let queue: JobQueue

    /// Starts the thread; the folder is first touched by `open`, or by the first use.
    package init(folder: String, limits: CacheLimits) throws(SystemCallError) {
        self.folder = Mutex(DiskFolder(path: folder, limits: limits))
        queue = try JobQueue(name: "cache-disk")
    }

    /// Makes the folder where it is missing and learns what it holds, before anything else is asked of it.
    package func open(at now: Int64) throws(SystemCallError) {
        let result = folder.withLock { folder in
            Result { () throws(SystemCallError) in try folder.open(at: now) }
        }
        try result.get()
    }

    package var bytes: Int { folder.withLock { $0.bytes } }
    package var count: Int { folder.withLock { $0.count } }
    /// How many entries left because a limit was reached.
    package var evictions: Int { folder.withLock { $0.evictions } }
    /// Why the last failed write failed; nil where all went well.
    package var lastFailure: SystemCallError? { failure.withLock { $0 } }

    /// Looks the key up; `completion` is called on the disk's thread. False, and no call, after `shutdown`.
    package func read(
        _ key: String,
        at now: Int64,
        completion: @escaping @Sendable (CachedImage?) -> Void
    ) -> Bool {
        queue.submit { [self] in
            completion(folder.withLock { $0.read(key, at: now) })
        }
    }

    /// Stores behind the caller's back; `completion` tells on the disk's thread whether the entry is held now.
    package func store(
        _ image: CachedImage,
        status: Int = 200,
        for key: String,
        at now: Int64,
        completion: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
        queue.submit { [self] in
            let result = folder.withLock { folder in
                Result { () throws(SystemCallError) in
                    try folder.store(image, status: status, for: key, at: now)
                }
            }
            switch result {
            case .success(let isHeld):
                completion(isHeld)
            case .failure(let error):
                failure.withLock { $0 = error }
                completion(false)
            }
        }
    }

    /// The origin said that the entry still holds: its time to live begins anew.
    package func confirm(_ key: String, at now: Int64) {
        queue.submit { [self] in folder.withLock { $0.confirm(key, at: now) } }
    }

    package func remove(_ key: String) {
        queue.submit { [self] in folder.withLock { $0.remove(key) } }
    }

    /// Removes every entry; done when it returns.
    package func removeAll() {
        queue.submit { [self] in folder.withLock { $0.removeAll() } }
        queue.flush()
    }

    /// From here on these limits hold; what exceeds them leaves behind the caller's back.
    package func setLimits(_ limits: CacheLimits) {
        queue.submit { [self] in
            folder.withLock { folder in
                folder.limits = limits
                folder.enforceLimits()
            }
        }
    }

    /// Waits until everything asked before is done.
    package func flush() {
        queue.flush()
    }

    /// Finishes everything asked before, then ends the thread.
    package func shutdown() {
        queue.shutdown()
    }
}
