internal import Images
internal import LinuxIO
import Synchronization
internal import Wire

/// A pipeline's pictures: decoded in memory, and written to its client's disk in the background.
final class PictureCache: Sendable {
    /// A picture in memory and whether it may be used.
    struct Held {
        var picture: KeptPicture
        var verdict: HitJudge.Verdict

        var made: MadePicture {
            MadePicture(bitmap: picture.bitmap, source: .memory, head: picture.head, isMade: false)
        }
    }

    /// Maximum number of pictures waiting to be written; the disk does not get those beyond it.
    static let mostUnwritten = 64

    let memory: ShardedCache<KeptPicture>
    /// True if images and pictures are cached in different places.
    let keepsApart: Bool
    private let client: CachingClient
    /// Writes in order, so that the later of two states of one picture is kept.
    private let writer: JobQueue
    private let unwritten = Atomic(0)

    init(_ limits: CacheLimits, _ client: CachingClient, keepsApart: Bool) throws(SystemCallError) {
        memory = ShardedCache(limits: limits)
        self.client = client
        self.keepsApart = keepsApart
        writer = try JobQueue(name: "pictures-disk")
    }

    func inMemory(_ goal: PictureGoal) -> Held? {
        guard let settings = client.state.settingsWhileOpen, settings.policy.usesMemory,
            !goal.options.contains(.forceRefresh)
        else { return nil }
        let (image, log) = (goal.step.image, client.log)
        let picture = memory.find(
            goal.key,
            at: log.moment(log.now()),
            extending: image.memory.extending(at: log.wall)
        )
        guard let picture else { return nil }
        let verdict = client.variants.verdict(on: picture, in: .memory, for: image, settings)
        return verdict == .absent ? nil : Held(picture: picture, verdict: verdict)
    }

    /// Looks on disk; `found` is called on the disk's thread. False, without a call, if the disk is not to be
    /// asked.
    func read(
        _ goal: PictureGoal,
        _ settings: PreparedConfiguration,
        found: @escaping @Sendable (CachedImage?, HitJudge.Verdict) -> Void
    ) -> Bool {
        hasOwnEntry(goal) && client.variants.read(goal.key, of: goal.step.image, settings, found: found)
    }

    /// Keeps a new picture and calls `handOver`: after writing it if callers wait for that, otherwise as soon
    /// as the write is queued, so that a caller can wait for the write.
    func keep(_ made: MadePicture, _ goal: PictureGoal, handOver: @escaping @Sendable () -> Void) {
        remember(made, goal)
        if goal.options.contains(.waitForCache) { return write(made, goal, handOver) }
        write(made, goal) {}
        handOver()
    }

    /// Puts a picture into memory. `generation` is memory's generation at the time of a lookup in another
    /// cache: if memory was cleared since, the picture is not put back.
    func remember(_ made: MadePicture, _ goal: PictureGoal, since generation: Int? = nil) {
        guard let head = made.head, client.state.settingsWhileOpen?.policy.usesMemory == true else { return }
        let picture = KeptPicture(made.bitmap, head)
        let log = client.log
        let now = log.moment(log.now())
        let lifetime = goal.step.image.memory.lifetime(at: log.wall)
        if let generation {
            memory.promote(picture, for: goal.key, at: now, generation: generation, lifetime: lifetime)
        } else {
            memory.store(picture, for: goal.key, at: now, lifetime: lifetime)
        }
    }

    /// Removes the picture from memory and disk.
    func forget(_ goal: PictureGoal) {
        memory.forget(goal.key)
        client.remove(goal.key)
    }

    /// Removes a picture that cannot be decoded from disk.
    func forgetOnDisk(_ goal: PictureGoal) {
        client.remove(goal.key)
    }

    /// Waits until all queued pictures are handed to the client's disk.
    func flush() {
        writer.flush()
    }

    /// Finishes the queued writes and joins the thread.
    func shutdown() {
        writer.shutdown()
    }

    /// True if the picture has its own entry on disk, which this pipeline reads and writes; otherwise the
    /// entry is the image's.
    private func hasOwnEntry(_ goal: PictureGoal) -> Bool { keepsApart || !goal.step.isPlain }

    /// Writes in the background; calls `done` at the end, even if there is nothing to write.
    private func write(_ made: MadePicture, _ goal: PictureGoal, _ done: @escaping @Sendable () -> Void) {
        guard let head = made.head, hasOwnEntry(goal),
            client.state.settingsWhileOpen?.policy.usesDisk == true
        else { return done() }
        if let image = made.image, !goal.options.contains(.memoryOnly) {
            return client.variants.store(image, goal.key, of: goal.step.image, completion: done)
        }
        guard let format = goal.diskFormat, !goal.step.isPlain, !goal.options.contains(.memoryOnly) else {
            // The picture on disk is outdated.
            client.remove(goal.key)
            return done()
        }
        guard unwritten.add(1, ordering: .relaxed).newValue <= Self.mostUnwritten else {
            unwritten.subtract(1, ordering: .relaxed)
            client.remove(goal.key)
            return done()
        }
        let isTaken = writer.submit { [self] in
            unwritten.subtract(1, ordering: .relaxed)
            guard let bytes = try? format.encoded(made.bitmap) else {
                client.remove(goal.key)
                return done()
            }
            let image = CachedImage(bytes: bytes, head: head)
            client.variants.store(image, goal.key, of: goal.step.image, completion: done)
        }
        if !isTaken { done() }
    }
}
