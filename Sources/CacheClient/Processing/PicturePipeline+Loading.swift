internal import HTTP
internal import LinuxIO
import Synchronization
internal import Wire

extension PicturePipeline {
    /// What memory has of a picture, and whether it may be used.
    struct Held {
        var picture: KeptPicture
        var verdict: HitJudge.Verdict

        var made: MadePicture {
            MadePicture(bitmap: picture.bitmap, source: .memory, head: picture.head, isMade: false)
        }
    }

    /// Loads a picture; `completion` is called exactly once, also after the load was cancelled, where the request's executor
    /// says. nil where it was called at once: memory had the picture.
    @discardableResult
    public func load(_ request: PictureRequest, completion: @escaping Completion) -> PictureLoad? {
        let goal = PictureGoal(request, of: self)
        let deliver: Completion = { outcome in
            let outcome = outcome.map { request.finished($0) }
            request.image.executor.run { completion(outcome) }
        }
        let held = inMemory(goal)
        if let held, held.verdict == .use || held.verdict == .useAndRefresh {
            if held.verdict == .useAndRefresh { refresh(goal, held) }
            deliver(.success(Picture(held.made)))
            return nil
        }
        let caller = Works.Caller(
            priority: request.image.priority,
            wantsPreviews: { request.preview != nil },
            preview: { request.preview?($0) },
            deliver: { deliver($0.map { Picture($0) }) }
        )
        let ticket = works.join(PictureWork(.finding(goal.diskFormat, isAsked: false), goal), caller) { job in
            find(goal, held, job)
        }
        return PictureLoad { [works] in
            guard works.leave(ticket) else { return false }
            deliver(.failure(.cancelled))
            return true
        } prioritise: { [works] priority in
            works.setPriority(priority, of: ticket)
        }
    }

    /// Loads a picture. One that memory has is answered without suspending; else cancelling the task cancels the load.
    nonisolated(nonsending) public func picture(_ request: PictureRequest) async throws(PictureError)
        -> Picture
    {
        if let picture = held(request) { return picture }
        var request = request
        request.image.executor = .direct
        let load = Mutex(PictureLoad?.none)
        let outcome: Result<Picture, PictureError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let begun = self.load(request) { continuation.resume(returning: $0) }
                load.withLock { $0 = begun }
                // The task may have been cancelled before there was anything to cancel.
                if Task.isCancelled { begun?.cancel() }
            }
        } onCancel: {
            load.withLock { $0 }?.cancel()
        }
        return try outcome.get()
    }

    /// The picture, where memory has it and nobody need be asked about it.
    public func held(_ request: PictureRequest) -> Picture? {
        guard let held = inMemory(PictureGoal(request, of: self)), held.verdict == .use else { return nil }
        return request.finished(Picture(held.made))
    }

    func inMemory(_ goal: PictureGoal) -> Held? {
        guard let habits = client.habits, habits.policy.usesMemory, !goal.options.contains(.forceRefresh)
        else { return nil }
        let image = goal.step.image
        let picture = pictures.find(
            goal.key,
            at: client.calendar.moment(client.clock.now()),
            extending: image.memory.extending(at: client.calendar.wall)
        )
        guard let picture else { return nil }
        let verdict = client.verdict(on: picture, in: .memory, for: image, habits)
        return verdict == .absent ? nil : Held(picture: picture, verdict: verdict)
    }

    /// Asks about a picture that was handed over stale, behind the caller's back: once at a time for each picture.
    private func refresh(_ goal: PictureGoal, _ held: Held) {
        ask(goal, .init(picture: held.picture, verdict: .ask(.use)))
    }

    /// Asks about what is held, for nobody who waits.
    func ask(_ goal: PictureGoal, _ held: Held) {
        let nobody = Works.Caller(priority: .low) { _ in
        }
        _ = works.join(PictureWork(.finding(goal.diskFormat, isAsked: true), goal), nobody) { job in
            find(goal, held, job)
        }
    }
}

extension Picture {
    init(_ made: MadePicture) {
        self.init(bitmap: made.bitmap, source: made.source, isMade: made.isMade)
    }
}

extension PictureRequest {
    fileprivate func finished(_ picture: Picture) -> Picture {
        guard let finish else { return picture }
        var picture = picture
        picture.bitmap = finish(picture.bitmap)
        return picture
    }
}
