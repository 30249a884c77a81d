internal import Fixtures
internal import HTTP
internal import Images
internal import Wire

/// Looks for pictures on disk, revalidates cached ones, and has missing ones made.
final class PictureLookup: Sendable {
    private let cache: PictureCache
    private let maker: PictureMaker
    private let works: PictureWorkers.Works
    private let workers: PictureWorkers
    private let client: CachingClient
    /// Loads the images.
    private let originals: CachingClient
    private let maximumPixels: Int

    init(
        _ cache: PictureCache,
        _ maker: PictureMaker,
        _ works: PictureWorkers.Works,
        _ workers: PictureWorkers,
        _ client: CachingClient,
        originals: CachingClient,
        maximumPixels: Int
    ) {
        self.cache = cache
        self.maker = maker
        self.works = works
        self.workers = workers
        self.client = client
        self.originals = originals
        self.maximumPixels = maximumPixels
    }

    /// Revalidates a cached picture in the background, for no caller.
    func refresh(_ goal: PictureGoal, _ picture: KeptPicture) {
        let nobody = PictureWorkers.Works.Caller(priority: .low) { _ in
        }
        _ = works.join(PictureWork(.finding(goal.diskFormat, isAsked: true), goal), nobody) { job in
            find(goal, PictureCache.Held(picture: picture, verdict: .ask(.use)), job)
        }
    }

    /// Continues after the lookup in memory, whose picture is missing or must be revalidated, until the
    /// caller has a picture.
    func find(_ goal: PictureGoal, _ held: PictureCache.Held?, _ job: SharedJob) {
        guard let settings = client.state.settingsWhileOpen else {
            return works.finish(job, .failure(.fetch(.closed)))
        }
        if let held, case .ask(let ifFailing) = held.verdict {
            return ask(goal, about: held.picture, ifFailing, job)
        }
        let isRead = cache.read(goal, settings) { [self] image, verdict in found(image, verdict, goal, job) }
        if !isRead { make(goal, of: nil, job) }
    }

    /// On the disk's thread: takes the disk's copy of the picture.
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

    /// Asks the origin about a picture in memory.
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
            cache.remember(made, goal)
            works.finish(job, .success(made))
        }
    }

    /// Asks the origin about a picture on disk.
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

    /// Calls `holds` if the cached picture is valid; otherwise makes the picture from the response.
    private func ask(
        _ goal: PictureGoal,
        about image: CachedImage,
        in tier: ImageResponse.Tier,
        _ ifFailing: CacheDecision.IfFailing,
        _ job: SharedJob,
        holds: @escaping @Sendable (ImageResponse, CachedImage) -> Void
    ) {
        let variant = Load.Variant(key: goal.key, store: client.variants)
        let held = Load.Held(image: image, tier: tier, ifFailing: ifFailing, variant: variant)
        let turn = job.turn()
        let load = originals.ask(goal.original, about: held) { [self] response in
            if response.error == nil, response.isVariant, let image = response.image {
                return holds(response, image)
            }
            // The origin no longer has it, so the cache drops it too.
            if response.wireStatus == 404 || response.wireStatus == 410 { cache.forget(goal) }
            make(goal, of: response, job)
        }
        job.wait(for: SharedJob.Controls(load), since: turn)
    }

    /// Decodes the disk's copy. One that cannot be decoded is removed, and the picture is made anew.
    private func open(
        _ image: CachedImage,
        as source: ImageResponse.Source,
        _ goal: PictureGoal,
        _ job: SharedJob,
        isStale: Bool = false
    ) {
        let generation = cache.memory.generation
        workers.run(for: job) { [self] in
            guard let pixels = try? ImageDecoder.decode(image.bytes, .whole, maximumPixels: maximumPixels),
                let bitmap = Bitmap(pixels)
            else {
                cache.forgetOnDisk(goal)
                return make(goal, of: nil, job)
            }
            // A picture whose load was cancelled meanwhile is not put back into memory.
            guard !job.isOver else { return }
            let made = MadePicture(bitmap: bitmap, source: source, head: image.head, isMade: false)
            cache.remember(made, goal, since: source == .disk ? generation : nil)
            works.finish(job, .success(made))
            if isStale { refresh(goal, KeptPicture(bitmap, image.head)) }
        }
    }

    /// Has the picture made, from the response if there is one, and keeps it.
    private func make(_ goal: PictureGoal, of response: ImageResponse?, _ job: SharedJob) {
        guard !job.isOver else { return }
        let preview: @Sendable (Bitmap) -> Void = { [works] in works.preview(job, $0) }
        maker.join(goal, of: response, job, preview: preview) { [self] outcome in
            guard case .success(let made) = outcome else { return works.finish(job, outcome) }
            cache.keep(made, goal) { [works] in works.finish(job, .success(made)) }
        }
    }
}
