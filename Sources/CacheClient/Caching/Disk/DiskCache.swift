import Dispatch
package import LinuxIO
import Synchronization

/// Images on disk, accessed by one thread that writes in request order and gives reads priority over writes.
///
/// Operations on one key take effect in the order of their calls: a read sees every earlier write and no
/// later one, from memory if it is not on disk yet, so that no read waits for writes. Any thread may call it.
/// Callers pass moments as nanoseconds since 1970. A process crash loses only pending work; a machine crash
/// may lose data that the system had not written yet. A damaged entry is never used.
package final class DiskCache: Sendable {
    private struct Figures {
        var bytes = 0
        var count = 0
        var evictions = 0
        var failure: SystemCallError?
    }

    /// Locked by one job at a time.
    private let folder: Mutex<DiskFolder>
    /// Limits of the next job: a read overtakes earlier writes but must not overtake new limits.
    private let limits: Mutex<CacheLimits>
    /// Held while a job is submitted, so that jobs and staged writes have one order.
    private let staged = Mutex(StagedWrites())
    /// Figures as of the last job, for callers that ask during the next.
    private let figures = Mutex(Figures())
    /// Listeners to expired and evicted files.
    let listeners = CleaningListeners()
    let queue: JobQueue

    /// Starts the thread; the folder is first touched by `open`, or by the first use.
    package init(folder: String, limits: CacheLimits) throws(SystemCallError) {
        self.folder = Mutex(DiskFolder(path: folder, limits: limits))
        self.limits = Mutex(limits)
        queue = try JobQueue(name: "cache-disk")
    }

    /// Creates the folder if it is missing and indexes its contents. Call it before anything else.
    package func open(at now: Int64) throws(SystemCallError) {
        let result = work { folder in
            Result { () throws(SystemCallError) in try folder.open(at: now) }
        }
        try result.get()
    }

    package var bytes: Int { figures.withLock { $0.bytes } }
    package var count: Int { figures.withLock { $0.count } }
    /// Number of entries evicted by a limit.
    package var evictions: Int { figures.withLock { $0.evictions } }
    /// The error of the last failed read or write; nil if none failed.
    package var lastFailure: SystemCallError? { figures.withLock { $0.failure } }

    /// Looks the key up; `completion` is called on the disk's thread. Returns false, without a call, after
    /// `shutdown`.
    package func read(
        _ key: String,
        at now: Int64,
        extending: LifeExtension = .ofCache,
        completion: @escaping @Sendable (CachedImage?) -> Void
    ) -> Bool {
        staged.withLock { staged in
            switch staged.find(key, at: now) {
            case .image(let image): queue.submit(first: true) { completion(image) }
            case .gone: queue.submit(first: true) { completion(nil) }
            case .nothing:
                queue.submit(first: true) { [self] in
                    completion(work { $0.read(key, at: now, extending: extending) })
                }
            case .changing:
                queue.submit { [self] in completion(work { $0.read(key, at: now, extending: extending) }) }
            }
        }
    }

    /// Looks the key up on the caller's own thread, which waits for the disk: not for user-interface threads
    /// or Swift's pool.
    package func image(for key: String, at now: Int64, extending: LifeExtension = .ofCache) -> CachedImage? {
        switch staged.withLock({ $0.find(key, at: now) }) {
        case .image(let image): return image
        case .gone: return nil
        case .changing: queue.flush()
        case .nothing: break
        }
        return work { $0.read(key, at: now, extending: extending) }
    }

    /// Reports on the disk's thread whether the key has a usable entry. The body is not read, and this does
    /// not count as a use. Returns false, without a call, after `shutdown`.
    package func contains(_ key: String, at now: Int64, completion: @escaping @Sendable (Bool) -> Void)
        -> Bool
    {
        staged.withLock { staged in
            switch staged.find(key, at: now) {
            case .image: queue.submit(first: true) { completion(true) }
            case .gone: queue.submit(first: true) { completion(false) }
            case .nothing:
                queue.submit(first: true) { [self] in completion(work { $0.contains(key, at: now) }) }
            case .changing: queue.submit { [self] in completion(work { $0.contains(key, at: now) }) }
            }
        }
    }

    /// Stores in the background; `completion` gets, on the disk's thread, whether the entry is stored now.
    /// Returns false, without a call, after `shutdown`.
    @discardableResult
    package func store(
        _ image: CachedImage,
        for key: String,
        at now: Int64,
        lifetime: Lifetime = .ofCache,
        completion: @escaping @Sendable (Bool) -> Void = { _ in }
    ) -> Bool {
        staged.withLock { staged in
            guard staged.hasRoom(for: image) else {
                return change(key, .gone, &staged, 0...0, completion) { [self] in
                    work { $0.remove(key) }
                    return false
                }
            }
            let moments = StagedWrites.moments(from: now, lifetime)
            return change(key, .image(image), &staged, moments, completion) { [self] in
                write { folder throws(SystemCallError) in
                    try folder.store(image, for: key, at: now, lifetime: lifetime)
                }
            }
        }
    }

    /// Notes that the origin confirmed the entry with this validator: its time to live restarts, and the new
    /// fields replace the old ones.
    package func confirm(_ key: String, etag: String?, by confirmation: Confirmation? = nil, at now: Int64) {
        staged.withLock { staged in
            _ = change(key, .changing, &staged) { [self] in
                work { $0.confirm(key, etag: etag, by: confirmation, at: now) }
                return true
            }
        }
    }

    package func remove(_ key: String) {
        staged.withLock { staged in
            _ = change(key, .gone, &staged) { [self] in
                work { $0.remove(key) }
                return false
            }
        }
    }

    /// Removes every entry before it returns.
    package func removeAll() {
        staged.withLock { staged in
            staged.beginClearing()
            let isTaken = queue.submit { [self] in
                work { $0.removeAll() }
                self.staged.withLock { $0.finishClearing() }
            }
            if !isTaken { staged.finishClearing() }
        }
        queue.flush()
    }

    /// Removes expired entries, and indexes what other processes stored and removed in the folder: until then
    /// the limits apply to the entries that this process knows.
    package func clean(at now: Int64) {
        queue.submit { [self] in work { _ = $0.clean(at: now) } }
    }

    /// Sets the limits; entries that exceed them are evicted in the background.
    package func setLimits(_ limits: CacheLimits) {
        self.limits.withLock { $0 = limits }
        queue.submit { [self] in work { $0.enforceLimits() } }
    }

    /// Waits until all earlier jobs are done.
    package func flush() {
        queue.flush()
    }

    /// Finishes all earlier jobs, then ends the thread.
    package func shutdown() {
        queue.shutdown()
        listeners.close()
    }
}

extension DiskCache {
    /// Changes one key's entry on the disk's thread. Reads find `found` until that is done, and the file once
    /// `completion` gets the result of `job`. Returns false after `shutdown`.
    private func change(
        _ key: String,
        _ found: StagedWrites.Found,
        _ staged: inout StagedWrites,
        _ moments: ClosedRange<Int64> = 0...0,
        _ completion: @escaping @Sendable (Bool) -> Void = { _ in },
        _ job: @escaping @Sendable () -> Bool
    ) -> Bool {
        let ticket = staged.begin(found, for: key, moments: moments)
        let isTaken = queue.submit { [self] in
            let isHeld = job()
            self.staged.withLock { $0.finish(ticket, found, for: key) }
            completion(isHeld)
        }
        if !isTaken { staged.finish(ticket, found, for: key) }
        return isTaken
    }

    private func work<Value: Sendable>(_ body: (inout DiskFolder) -> Value) -> Value {
        folder.withLock { folder in
            folder.limits = limits.withLock { $0 }
            folder.departures = listeners.isEmpty ? nil : DiskFolder.Departures()
            let value = body(&folder)
            figures.withLock { figures in
                figures.bytes = folder.bytes
                figures.count = folder.count
                figures.evictions = folder.evictions
                figures.failure = folder.failure ?? figures.failure
            }
            // Within the lock, so that files are reported in the order of their removal.
            if let departures = folder.departures { listeners.tell(departures) }
            return value
        }
    }

    /// False if it failed, which is recorded, or nothing is stored.
    private func write(_ body: (inout DiskFolder) throws(SystemCallError) -> Bool) -> Bool {
        let result = work { folder in
            Result { () throws(SystemCallError) in try body(&folder) }
        }
        if case .failure(let error) = result { figures.withLock { $0.failure = error } }
        return (try? result.get()) ?? false
    }
}
