internal import Fixtures
internal import Images
internal import LinuxIO
internal import Wire

/// Makes pictures from images: fetches, decodes and processes, each step once for all callers.
final class PictureMaker: Sendable {
    private let cache: PictureCache
    private let works: PictureWorkers.Works
    private let workers: PictureWorkers
    /// Loads the images.
    private let originals: CachingClient
    private let log: LoadLog
    private let maximumPixels: Int
    private let previewInterval: Nanoseconds

    init(
        _ cache: PictureCache,
        _ works: PictureWorkers.Works,
        _ workers: PictureWorkers,
        originals: CachingClient,
        _ log: LoadLog,
        _ configuration: PictureConfiguration
    ) {
        self.cache = cache
        self.works = works
        self.workers = workers
        self.originals = originals
        self.log = log
        maximumPixels = configuration.maximumPixels
        previewInterval = configuration.previewInterval.nanoseconds
    }

    /// Makes `job` wait for the work that makes the goal's picture.
    func join(
        _ goal: PictureGoal,
        of response: ImageResponse?,
        _ job: SharedJob,
        preview: @escaping @Sendable (Bitmap) -> Void,
        deliver: @escaping @Sendable (Result<MadePicture, PictureError>) -> Void
    ) {
        let turn = job.turn()
        let caller = PictureWorkers.Works.Caller(
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

    /// Begins the work that makes the goal's picture; `response` is the image if it is already here.
    private func begin(_ goal: PictureGoal, _ response: ImageResponse?, _ job: SharedJob) {
        guard let before = goal.before else {
            return response.map { decode($0, goal, job) } ?? fetch(goal, job)
        }
        if response == nil, let held = cache.inMemory(before), held.verdict == .use {
            return process(held.made, goal, job)
        }
        join(before, of: response, job, preview: { [self] in show($0, goal, job) }) { [self] outcome in
            switch outcome {
            case .success(let made): process(made, goal, job)
            case .failure: works.finish(job, outcome)
            }
        }
    }

    /// `isSecond` is true if the caches' copy was not an image.
    private func fetch(_ goal: PictureGoal, _ job: SharedJob, isSecond: Bool = false) {
        var request = goal.original
        request.priority = job.priority
        if isSecond { request.options.insert(.forceRefresh) }
        let previews = PreviewMaker(every: previewInterval) { [self] beginning, done in
            show(beginning, goal, job, done)
        }
        request.beginning = { [works, log] body in
            if works.wantsPreviews(job) { previews.take(body, at: log.now()) }
        }
        let turn = job.turn()
        let load = originals.load(request) { [self] response in
            decode(response, goal, job, isSecond: isSecond)
        }
        if let load { job.wait(for: SharedJob.Controls(load), since: turn) }
    }

    private func decode(
        _ response: ImageResponse,
        _ goal: PictureGoal,
        _ job: SharedJob,
        isSecond: Bool = false
    ) {
        if let error = response.error { return works.finish(job, .failure(.fetch(error))) }
        workers.run(for: job) { [self] in
            let pixels: PixelBuffer
            do throws(ImageError) {
                pixels = try ImageDecoder.decode(
                    response.bytes,
                    goal.step.decoding,
                    maximumPixels: maximumPixels
                )
            } catch {
                return undecodable(error, response, goal, job, isSecond: isSecond)
            }
            // Every decoder refuses an image without pixels.
            guard let bitmap = Bitmap(pixels) else { return }
            let made = MadePicture(
                bitmap: bitmap,
                source: response.source,
                head: response.image?.head,
                isMade: !goal.step.isPlain,
                image: cache.keepsApart && goal.step.isPlain ? response.image : nil
            )
            works.finish(job, .success(made))
        }
    }

    /// Bytes that are not an image are dropped; if a cache had supplied them, they are fetched once more.
    private func undecodable(
        _ error: ImageError,
        _ response: ImageResponse,
        _ goal: PictureGoal,
        _ job: SharedJob,
        isSecond: Bool
    ) {
        let key = goal.step.image.cacheKey
        let isCached = response.tier != nil
        var mayBeBetter = isCached && !isSecond && !goal.options.contains(.onlyFromCache)
        if case .largeArea = error { mayBeBetter = false } else { originals.remove(key) }
        guard !mayBeBetter else { return fetch(goal, job, isSecond: true) }
        works.finish(job, .failure(.decoding(key: key, reason: error.description)))
    }

    private func process(_ made: MadePicture, _ goal: PictureGoal, _ job: SharedJob) {
        guard let processor = goal.step.processors.last else { return works.finish(job, .success(made)) }
        workers.run(for: job) { [self] in
            var processed = made
            processed.isMade = true
            processed.image = nil
            do {
                processed.bitmap = try processor.process(made.bitmap)
            } catch {
                let key = goal.step.image.cacheKey
                let failure = PictureError.processing(processor.identifier, key: key, reason: "\(error)")
                return works.finish(job, .failure(failure))
            }
            works.finish(job, .success(processed))
        }
    }

    // MARK: Previews

    /// Decodes the first part of an image.
    private func show(
        _ beginning: [UInt8],
        _ goal: PictureGoal,
        _ job: SharedJob,
        _ done: @escaping @Sendable () -> Void
    ) {
        let isTaken = workers.run { [self] in
            defer { done() }
            guard !job.isOver,
                let pixels = try? ImageDecoder.preview(
                    beginning,
                    goal.step.decoding,
                    maximumPixels: maximumPixels
                ),
                let bitmap = Bitmap(pixels)
            else { return }
            works.preview(job, bitmap)
        }
        if !isTaken { done() }
    }

    /// On a worker: applies this step to the preview of the step before.
    private func show(_ bitmap: Bitmap, _ goal: PictureGoal, _ job: SharedJob) {
        guard !job.isOver, let processed = try? goal.step.processors.last?.process(bitmap) else { return }
        works.preview(job, processed)
    }
}
