internal import LinuxIO
import Synchronization
internal import Wire

/// Decodes images and processes them, each step once however many wait for it, and keeps what came out in memory and on disk.
///
/// A picture is looked for in this order: the picture in memory, the picture on disk, the image in memory, the image on disk,
/// the origin. Any thread may call it. A picture that memory has is answered at once on the caller's thread; all else is done
/// on threads of the pipeline's own. Two requests that begin with the same processors share what these make, and the download.
public final class PicturePipeline: Sendable {
    /// Called exactly once.
    public typealias Completion = @Sendable (Result<Picture, PictureError>) -> Void

    /// Whose disk keeps the pictures.
    let client: CachingClient
    /// Loads the images, and keeps those that are to be kept; mostly the same.
    private let originals: CachingClient
    let works = PictureWorkers.Works()
    private let workers: PictureWorkers
    private let cache: PictureCache
    private let lookup: PictureLookup
    private let cleaning: PeriodicCleaning
    /// In the client's line of what shrinks where memory is short.
    private let place: Int

    /// A pipeline that has its images from `client`, and its disk; it must be shut down before the client is.
    ///
    /// Where there is a client for `originals`, images are that one's: it looks for them in its caches, asks their origins, and
    /// keeps those that requests want kept beside the pictures made of them. The pictures are kept by `client`, on whose disk
    /// is also an image that nothing is done to, as it came. Both the same is as if there were one.
    public init(
        _ client: CachingClient,
        originals: CachingClient? = nil,
        _ configuration: PictureConfiguration = PictureConfiguration()
    ) throws(SetupError) {
        let originals = originals ?? client
        (self.client, self.originals) = (client, originals)
        do throws(SystemCallError) {
            workers = try PictureWorkers(configuration.workers, for: works)
            cache = try PictureCache(configuration.memory, client, keepsApart: originals !== client)
        } catch {
            throw SetupError("the pictures' threads could not be started: \(error)")
        }
        let log = client.log
        let maker = PictureMaker(cache, works, workers, originals: originals, log, configuration)
        lookup = PictureLookup(
            cache,
            maker,
            works,
            workers,
            client,
            originals: originals,
            maximumPixels: configuration.maximumPixels
        )
        cleaning = PeriodicCleaning { [weak pictures = cache.memory] in
            pictures?.removeExpired(at: log.moment(log.now()))
            return pictures != nil
        }
        place = client.relief.join { [weak pictures = cache.memory] in pictures?.shrink(to: $0) }
    }

    deinit {
        shutdown()
    }

    /// True where images and pictures have different places.
    var keepsApart: Bool { cache.keepsApart }

    // MARK: Loads

    /// Loads a picture; `completion` is called exactly once, also after the load was cancelled, where the request's executor
    /// says. nil where it was called at once: memory had the picture.
    @discardableResult
    public func load(_ request: PictureRequest, completion: @escaping Completion) -> PictureLoad? {
        let goal = PictureGoal(request, of: self)
        let deliver: Completion = { outcome in
            let outcome = outcome.map { request.finished($0) }
            request.image.executor.run { completion(outcome) }
        }
        let held = cache.inMemory(goal)
        if let held, held.verdict == .use || held.verdict == .useAndRefresh {
            // It was handed over stale: it is asked about behind the caller's back, once at a time for each picture.
            if held.verdict == .useAndRefresh { lookup.refresh(goal, held.picture) }
            deliver(.success(Picture(held.made)))
            return nil
        }
        let caller = PictureWorkers.Works.Caller(
            priority: request.image.priority,
            wantsPreviews: { request.preview != nil },
            preview: { request.preview?($0) },
            deliver: { deliver($0.map { Picture($0) }) }
        )
        let ticket = works.join(PictureWork(.finding(goal.diskFormat, isAsked: false), goal), caller) { job in
            lookup.find(goal, held, job)
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

    /// The picture if memory has it and its origin need not be asked.
    public func held(_ request: PictureRequest) -> Picture? {
        guard let held = cache.inMemory(PictureGoal(request, of: self)), held.verdict == .use else {
            return nil
        }
        return request.finished(Picture(held.made))
    }

    /// Which cache has the picture as it is to be shown, not expired: memory, if both have. Nothing is read and nobody asked,
    /// so that it may turn out damaged, or stale by its origin's word.
    nonisolated(nonsending) public func cachedTier(of request: PictureRequest) async -> ImageResponse.Tier? {
        await withCheckedContinuation { continuation in
            findTier(of: request) { continuation.resume(returning: $0) }
        }
    }

    /// Calls back at once if memory knows, otherwise on the disk's thread.
    func findTier(
        of request: PictureRequest,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        guard client.state.settingsWhileOpen != nil else { return completion(nil) }
        let key = PictureGoal(request, of: self).key
        client.findTier(of: key, isInMemory: { cache.memory.contains(key, at: $0) }, completion: completion)
    }

    // MARK: Memory

    /// What memory may hold from here on; what exceeds it leaves at once.
    public func setMemory(_ limits: CacheLimits) {
        cache.memory.setLimits(limits)
    }

    /// Lets the least recently used leave until at most this share of the bytes is left. Where the machine is short of memory
    /// the client sees to that, as long as the pipeline is not shut down.
    public func shrink(to share: Double) {
        cache.memory.shrink(to: share)
    }

    /// Removes a picture from memory and disk, not the image that it was made of: no load that begins after this finds it.
    public func remove(_ request: PictureRequest) {
        cache.forget(PictureGoal(request, of: self))
    }

    /// Forgets every picture in memory. What is under way goes on; what is on disk is the client's to forget.
    public func removeAll() {
        cache.memory.removeAll()
    }

    /// What the pictures in memory take, in bytes.
    public var bytes: Int { cache.memory.bytes }

    /// How many pictures memory has.
    public var count: Int { cache.memory.count }

    /// Waits until all background writes are done.
    package func flush() {
        cache.flush()
        client.flush()
        originals.flush()
    }

    /// Tells everybody who waits that nothing will come, finishes what is being written, and joins the threads. Later loads are
    /// answered by an error.
    public func shutdown() {
        cleaning.cancel()
        client.relief.leave(place)
        works.close(.failure(.fetch(.closed)))
        workers.shutdown()
        cache.shutdown()
    }
}

extension Picture {
    fileprivate init(_ made: MadePicture) {
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
