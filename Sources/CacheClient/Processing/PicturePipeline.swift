internal import LinuxIO
import Synchronization
internal import Wire

/// Decodes and processes images, each step once for all callers, and keeps the results in memory and on disk.
///
/// Lookup order: the picture in memory, the picture on disk, the image in memory, the image on disk, the
/// origin. Any thread may call it. A picture in memory is returned at once on the caller's thread; all other
/// work runs on the pipeline's own threads. Requests that begin with the same processors share their results
/// and the download.
public final class PicturePipeline: Sendable {
    /// Called exactly once.
    public typealias Completion = @Sendable (Result<Picture, PictureError>) -> Void

    /// Its disk keeps the pictures.
    let client: CachingClient
    /// Loads the images and keeps those to be kept; usually the same client.
    private let originals: CachingClient
    let works = PictureWorkers.Works()
    private let workers: PictureWorkers
    private let cache: PictureCache
    private let lookup: PictureLookup
    private let cleaning: PeriodicCleaning
    /// The memory cache's number among those that the client shrinks under memory pressure.
    private let place: Int

    /// Makes a pipeline that uses the images and the disk of `client`. Shut it down before the client.
    ///
    /// With a separate client for `originals`, that client looks up images in its caches, asks their origins,
    /// and keeps the originals that requests want kept. `client` then keeps only pictures, including
    /// unprocessed images as received. Passing the same client twice is the same as passing one.
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
            throw SetupError("the picture threads could not be started: \(error)")
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

    /// True if images and pictures are cached in different places.
    var keepsApart: Bool { cache.keepsApart }

    // MARK: Loads

    /// Loads a picture. `completion` is called exactly once on the request's executor, even after a
    /// cancellation. Returns nil if the picture was in memory: `completion` has then already been submitted.
    @discardableResult
    public func load(_ request: PictureRequest, completion: @escaping Completion) -> PictureLoad? {
        let goal = PictureGoal(request, of: self)
        let deliver: Completion = { outcome in
            let outcome = outcome.map { request.finished($0) }
            request.image.executor.run { completion(outcome) }
        }
        let held = cache.inMemory(goal)
        if let held, held.verdict == .use || held.verdict == .useAndRefresh {
            // The caller has a stale picture; it is revalidated in the background, once at a time for each
            // picture.
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

    /// Loads a picture. One in memory is returned without suspending; otherwise cancelling the task cancels
    /// the load.
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
                // The task may have been cancelled before `load` was set.
                if Task.isCancelled { begun?.cancel() }
            }
        } onCancel: {
            load.withLock { $0 }?.cancel()
        }
        return try outcome.get()
    }

    /// The picture, if it is in memory and valid without asking its origin.
    public func held(_ request: PictureRequest) -> Picture? {
        guard let held = cache.inMemory(PictureGoal(request, of: self)), held.verdict == .use else {
            return nil
        }
        return request.finished(Picture(held.made))
    }

    /// The cache that has the requested picture, not expired; memory if both have it. Nothing is read or
    /// revalidated, so the picture may turn out to be damaged or stale.
    nonisolated(nonsending) public func cachedTier(of request: PictureRequest) async -> ImageResponse.Tier? {
        await withCheckedContinuation { continuation in
            findTier(of: request) { continuation.resume(returning: $0) }
        }
    }

    /// Calls back at once if the picture is in memory, otherwise on the disk's thread.
    func findTier(
        of request: PictureRequest,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        guard client.state.settingsWhileOpen != nil else { return completion(nil) }
        let key = PictureGoal(request, of: self).key
        client.findTier(of: key, isInMemory: { cache.memory.contains(key, at: $0) }, completion: completion)
    }

    // MARK: Memory

    /// Sets the memory cache's limits; entries beyond them are removed at once.
    public func setMemory(_ limits: CacheLimits) {
        cache.memory.setLimits(limits)
    }

    /// Removes the least recently used pictures until at most this share of the bytes is left. The client
    /// does so under memory pressure until the pipeline is shut down.
    public func shrink(to share: Double) {
        cache.memory.shrink(to: share)
    }

    /// Removes a picture from memory and disk, but not its image. Later loads do not find it.
    public func remove(_ request: PictureRequest) {
        cache.forget(PictureGoal(request, of: self))
    }

    /// Removes every picture from memory. Loads in progress continue; the disk's pictures are the client's to
    /// remove.
    public func removeAll() {
        cache.memory.removeAll()
    }

    /// Bytes used by the pictures in memory.
    public var bytes: Int { cache.memory.bytes }

    /// Number of pictures in memory.
    public var count: Int { cache.memory.count }

    /// Waits until all background writes are done.
    package func flush() {
        cache.flush()
        client.flush()
        originals.flush()
    }

    /// Ends every waiting load with an error, finishes the queued writes, and joins the threads. Later loads
    /// fail.
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
