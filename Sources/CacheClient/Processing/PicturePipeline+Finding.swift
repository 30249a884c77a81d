internal import HTTP
internal import Images
internal import Wire

/// From the picture in memory, which has to be asked about or is not there, to the picture in the caller's hands.
extension PicturePipeline {
    func find(_ goal: PictureGoal, _ held: Held?, _ job: SharedJob) {
        guard let habits = client.habits else {
            return works.finish(job, .failure(.fetch(CachingClient.closed)))
        }
        if let held, case .ask(let ifFailing) = held.verdict {
            return ask(goal, about: held.picture, ifFailing, job)
        }
        let isRead =
            hasOwnEntry(goal)
            && client.readVariant(goal.key, of: goal.step.image, habits) { [self] image, verdict in
                found(image, verdict, goal, job)
            }
        if !isRead { make(goal, of: nil, job) }
    }

    /// On the disk's thread: the picture as the disk has it.
    private func found(
        _ image: CachedImage?,
        _ verdict: HitJudge.Verdict,
        _ goal: PictureGoal,
        _ job: SharedJob
    ) {
        guard let image, !job.isOver else { return make(goal, of: nil, job) }
        if case .ask(let ifFailing) = verdict { return ask(goal, about: image, ifFailing, job) }
        open(image, as: .disk, goal, job, isStale: verdict == .useAndRefresh)
    }

    /// Asks the origin about a picture that memory has.
    private func ask(
        _ goal: PictureGoal,
        about picture: KeptPicture,
        _ ifFailing: CacheDecision.IfFailing,
        _ job: SharedJob
    ) {
        ask(goal, about: CachedImage(bytes: [], head: picture.head), in: .memory, ifFailing, job) {
            [self] response, image in
            let made = MadePicture(
                bitmap: picture.bitmap,
                source: response.source,
                head: image.head,
                isMade: false
            )
            remember(made, goal)
            works.finish(job, .success(made))
        }
    }

    /// Asks the origin about a picture that the disk has.
    private func ask(
        _ goal: PictureGoal,
        about image: CachedImage,
        _ ifFailing: CacheDecision.IfFailing,
        _ job: SharedJob
    ) {
        ask(goal, about: image, in: .disk, ifFailing, job) { [self] response, image in
            open(image, as: response.source, goal, job)
        }
    }

    /// `holds` goes on where what is held serves; else the picture is made of what came.
    private func ask(
        _ goal: PictureGoal,
        about image: CachedImage,
        in tier: ImageResponse.Tier,
        _ ifFailing: CacheDecision.IfFailing,
        _ job: SharedJob,
        holds: @escaping @Sendable (ImageResponse, CachedImage) -> Void
    ) {
        let variant = Load.Variant(key: goal.key, keeper: client)
        let held = Load.Held(image: image, tier: tier, ifFailing: ifFailing, variant: variant)
        let turn = job.turn()
        let load = originals.ask(goal.original, about: held) { [self] response in
            if response.error == nil, response.isVariant, let image = response.image {
                return holds(response, image)
            }
            // What the origin has no more is not kept either.
            if response.wireStatus == 404 || response.wireStatus == 410 { forget(goal) }
            make(goal, of: response, job)
        }
        job.wait(for: SharedJob.Reins(load), since: turn)
    }

    func forget(_ goal: PictureGoal) {
        pictures.forget(goal.key)
        client.remove(goal.key)
    }

    /// Decodes the picture as the disk has it. What cannot be decoded leaves the disk, and the picture is made anew.
    private func open(
        _ image: CachedImage,
        as source: ImageResponse.Source,
        _ goal: PictureGoal,
        _ job: SharedJob,
        isStale: Bool = false
    ) {
        let generation = pictures.generation
        work(for: job) { [self] in
            guard let pixels = try? ImageDecoder.decode(image.bytes, .whole, maximumPixels: maximumPixels),
                let bitmap = Bitmap(pixels)
            else {
                client.remove(goal.key)
                return make(goal, of: nil, job)
            }
            // Who was given up meanwhile does not come back into memory.
            guard !job.isOver else { return }
            let made = MadePicture(bitmap: bitmap, source: source, head: image.head, isMade: false)
            remember(made, goal, since: source == .disk ? generation : nil)
            works.finish(job, .success(made))
            if isStale {
                ask(goal, Held(picture: KeptPicture(bitmap, image.head), verdict: .ask(.use)))
            }
        }
    }

    /// Has the picture be made, of the image that came where one did, and keeps it.
    private func make(_ goal: PictureGoal, of response: ImageResponse?, _ job: SharedJob) {
        guard !job.isOver else { return }
        join(goal, of: response, job, preview: { [works] in works.preview(job, $0) }) { [self] outcome in
            switch outcome {
            case .success(let made): keep(made, goal, job)
            case .failure: works.finish(job, outcome)
            }
        }
    }

    /// Has `job` wait for what makes the picture of that goal.
    func join(
        _ goal: PictureGoal,
        of response: ImageResponse?,
        _ job: SharedJob,
        preview: @escaping @Sendable (Bitmap) -> Void,
        deliver: @escaping @Sendable (Result<MadePicture, PictureError>) -> Void
    ) {
        let turn = job.turn()
        let caller = Works.Caller(
            priority: job.priority,
            wantsPreviews: { [works] in works.wantsPreviews(job) },
            preview: preview,
            deliver: deliver
        )
        let ticket = works.join(PictureWork(.making, goal), caller) { making in
            begin(goal, response, making)
        }
        job.wait(
            for: .init(
                cancel: { [works] in works.leave(ticket) },
                prioritise: { [works] in works.setPriority($0, of: ticket) }
            ),
            since: turn
        )
    }
}

extension SharedJob.Reins {
    init(_ load: ImageLoad) {
        self.init(cancel: { load.cancel() }, prioritise: { load.priority = $0 })
    }
}
