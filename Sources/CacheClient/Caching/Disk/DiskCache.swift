import Dispatch
package import LinuxIO
import Synchronization

/// Images on disk, behind one thread that writes in the order it was asked, and reads before it writes.
///
/// What is stored, replaced, read and removed under one key happens in the order it was handed in: a read sees every write
/// before it and none after it, from memory while it is not on disk yet, so that no read waits for writes. Any thread may
/// call it. Moments are nanoseconds since 1970, handed in. A process that dies loses only what was under way; a machine that
/// does may lose what its system had not written yet, and nothing damaged is ever believed.
package final class DiskCache: Sendable {
    private struct Figures {
        var bytes = 0
        var count = 0
        var evictions = 0
        var failure: SystemCallError?
    }

    /// Locked by one piece of work after the other.
    private let folder: Mutex<DiskFolder>
    /// Those of the next piece of work: a read overtakes the writes before it, and must not overtake what limits it.
    private let limits: Mutex<CacheLimits>
    /// Held while a job is handed in, so that jobs and what is staged have one order.
    private let staged = Mutex(StagedWrites())
    /// As of the last piece of work, for whoever asks during the next.
    private let figures = Mutex(Figures())
    /// Who wants to know what leaves for want of time or room.
    let listeners = CleaningListeners()
    let queue: JobQueue

    /// Starts the thread; the folder is first touched by `open`, or by the first use.
    package init(folder: String, limits: CacheLimits) throws(SystemCallError) {
        self.folder = Mutex(DiskFolder(path: folder, limits: limits))
        self.limits = Mutex(limits)
        queue = try JobQueue(name: "cache-disk")
    }

    /// Makes the folder where it is missing and learns what it holds, before anything else is asked of it.
    package func open(at now: Int64) throws(SystemCallError) {
        let result = work { folder in
            Result { () throws(SystemCallError) in try folder.open(at: now) }
        }
        try result.get()
    }

    package var bytes: Int { figures.withLock { $0.bytes } }
    package var count: Int { figures.withLock { $0.count } }
    /// How many entries left because a limit was reached.
    package var evictions: Int { figures.withLock { $0.evictions } }
    /// Why the last failed write failed; nil where all went well.
    package var lastFailure: SystemCallError? { figures.withLock { $0.failure } }

    /// Looks the key up; `completion` is called on the disk's thread. False, and no call, after `shutdown`.
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

    /// Looks the key up on the caller's own thread, which waits for the disk: not for threads that draw, nor for Swift's
    /// pool.
    package func image(for key: String, at now: Int64, extending: LifeExtension = .ofCache) -> CachedImage? {
        switch staged.withLock({ $0.find(key, at: now) }) {
        case .image(let image): return image
        case .gone: return nil
        case .changing: queue.flush()
        case .nothing: break
        }
        return work { $0.read(key, at: now, extending: extending) }
    }

    /// Whether the key's entry is there and serves, told on the disk's thread: its body is not read, nor does it count as a
    /// use. False, and no call, after `shutdown`.
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

    /// Stores behind the caller's back; `completion` tells on the disk's thread whether the entry is held now. False, and no
    /// call, after `shutdown`.
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

    /// The origin said that the entry with this validator still holds: its time to live begins anew, and what it said
    /// replaces what it said before.
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

    /// Removes every entry; done when it returns.
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

    /// Removes what has expired, and counts what other processes stored and removed in the folder: until then the limits
    /// hold for what this one knows.
    package func clean(at now: Int64) {
        queue.submit { [self] in work { _ = $0.clean(at: now) } }
    }

    /// From here on these limits hold; what exceeds them leaves behind the caller's back.
    package func setLimits(_ limits: CacheLimits) {
        self.limits.withLock { $0 = limits }
        queue.submit { [self] in work { $0.enforceLimits() } }
    }

    /// Waits until everything asked before is done.
    package func flush() {
        queue.flush()
    }

    /// Finishes everything asked before, then ends the thread.
    package func shutdown() {
        queue.shutdown()
        listeners.close()
    }
}

extension DiskCache {
    /// Has the disk's thread change one key's entry; reads find `found` until that is done, and the file when `completion` is
    /// told what `job` gave. False after `shutdown`.
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
            }
            // Within the lock, so that they are told in the order in which they left.
            if let departures = folder.departures { listeners.tell(departures) }
            return value
        }
    }

    /// False where it failed, which is noted, or nothing is held.
    private func write(_ body: (inout DiskFolder) throws(SystemCallError) -> Bool) -> Bool {
        let result = work { folder in
            Result { () throws(SystemCallError) in try body(&folder) }
        }
        if case .failure(let error) = result { figures.withLock { $0.failure = error } }
        return (try? result.get()) ?? false
    }
}
