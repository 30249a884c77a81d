internal import Images
internal import LinuxIO
import Synchronization
internal import Wire

/// Pictures into memory and onto the disk.
extension PicturePipeline {
    /// Keeps a picture that was made, and hands it over: before it is written, unless callers wait for that, but not before
    /// writing it is in line, so that whoever is told may wait for it.
    func keep(_ made: MadePicture, _ goal: PictureGoal, _ job: SharedJob) {
        remember(made, goal)
        if goal.options.contains(.waitForCache) {
            write(made, goal) { [works] in works.finish(job, .success(made)) }
        } else {
            write(made, goal) {}
            works.finish(job, .success(made))
        }
    }

    /// `generation` is memory's when a picture was looked for that another cache had: it is not put back where everything was
    /// forgotten meanwhile.
    func remember(_ made: MadePicture, _ goal: PictureGoal, since generation: Int? = nil) {
        guard let head = made.head, client.habits?.policy.usesMemory == true else { return }
        let picture = KeptPicture(made.bitmap, head)
        let now = client.calendar.moment(client.clock.now())
        let lifetime = goal.step.image.memory.lifetime(at: client.calendar.wall)
        if let generation {
            pictures.promote(picture, for: goal.key, at: now, generation: generation, lifetime: lifetime)
        } else {
            pictures.store(picture, for: goal.key, at: now, lifetime: lifetime)
        }
    }

    /// Writes behind the callers' backs; `done` is called when that is over, also where nothing is to be written.
    private func write(_ made: MadePicture, _ goal: PictureGoal, _ done: @escaping @Sendable () -> Void) {
        guard let head = made.head, hasOwnEntry(goal), client.habits?.policy.usesDisk == true else {
            return done()
        }
        if let image = made.image, !goal.options.contains(.memoryOnly) {
            return client.storeVariant(image, goal.key, of: goal.step.image, completion: done)
        }
        guard let format = goal.diskFormat, !goal.step.isPlain, !goal.options.contains(.memoryOnly) else {
            // What the disk has is not what the key stands for any more.
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
            client.storeVariant(image, goal.key, of: goal.step.image, completion: done)
        }
        if !isTaken { done() }
    }
}
