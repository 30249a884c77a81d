internal import HTTP
package import LinuxIO
package import Logs
internal import Wire

/// Loads images from memory, from disk, or from their origin, in this order.
///
/// Any thread may call it. It owns two threads, which `init` starts in the network namespace of its caller, and which
/// `shutdown` ends.
///
/// A memory hit that needs no question is answered at once on the caller's thread. Every other completion runs where the
/// request says, or on one of the client's own threads: there it must return soon, and not call `forget` or `shutdown`.
public final class CachingClient: Sendable {
    /// What memory keeps of its bytes each time that the machine is short of it.
    public static let shareUnderPressure = 0.5

    /// Complete every request; nil if the app gave none.
    let defaults: RequestDefaults?
    let log: LoadLog
    let state: ClientState
    let cache: TieredCache
    /// What is made of images and kept beside them.
    let variants: VariantStore
    /// Loads that wait for disk or network.
    let open = OpenLoads()
    /// Memory's images, and the pictures of every pipeline.
    let relief = ReliefLine()
    let pipeline: LoadPipeline
    private let upkeep: Upkeep

    /// A client of its own caches and connections; fails where its threads cannot be started or the disk cache's
    /// folder, if it is to be used, cannot be made. `defaults` are for all that it loads, and `judge` may refuse what
    /// comes by its head.
    public convenience init(
        configuration: Configuration = Configuration(),
        defaults: RequestDefaults? = nil,
        judge: ResponseJudge? = nil
    ) throws(SetupError) {
        try self.init(
            configuration: configuration,
            defaults: defaults,
            judge: judge,
            clock: RunClock(),
            events: nil
        )
    }

    /// A client that stamps by `clock`, counts days by `calendar` and tells `events` what happens when.
    package init(
        configuration: Configuration,
        defaults: RequestDefaults? = nil,
        judge: ResponseJudge? = nil,
        clock: RunClock,
        calendar: Calendar = Calendar(),
        signals: UpkeepSignals = UpkeepSignals(),
        events: EventSink?
    ) throws(SetupError) {
        self.defaults = defaults
        log = LoadLog(clock, calendar, events)
        state = ClientState(configuration)
        do throws(SystemCallError) {
            cache = try TieredCache(configuration, log)
        } catch {
            throw SetupError("the disk cache's thread could not be started: \(error)")
        }
        variants = VariantStore(cache, state, log)
        pipeline = try LoadPipeline(cache, state, open, judge, log, isMeasured: events != nil)
        upkeep = Upkeep(configuration, signals) { [cache] in
            cache.clean()
        } relieve: { [relief] in
            relief.shrink(to: Self.shareUnderPressure)
        }
        _ = relief.join { [memory = cache.memory] in memory.shrink(to: $0) }
        try openDisk(for: configuration)
    }

    deinit {
        shutdown()
    }

    /// Changes the configuration. Loads under way keep the one they began with; caches keep what the new limits allow.
    public func update(_ configuration: Configuration) throws(SetupError) {
        try openDisk(for: configuration)
        state.update(configuration)
        cache.memory.setLimits(configuration.memory)
        cache.disk.setLimits(configuration.disk)
    }

    /// Cancels every transfer and tells its callers, finishes pending writes, and joins the threads. Later loads fail.
    public func shutdown() {
        state.shutDown()
        upkeep.stop()
        pipeline.shutdown()
        cache.disk.shutdown()
    }

    private func openDisk(for configuration: Configuration) throws(SetupError) {
        guard state.claimsDisk(for: configuration) else { return }
        do throws(SystemCallError) {
            try cache.openDisk()
        } catch {
            state.unclaimDisk()
            throw SetupError("the disk cache cannot be used: \(error)")
        }
    }

    // MARK: Loads

    /// Loads an image. `completion` is called exactly once, also after a cancellation; without an image the response
    /// has an error. Without a completion nothing is done: no cache is read, nobody is asked.
    @discardableResult
    public func load(
        _ request: ImageRequest,
        completion: (@Sendable (ImageResponse) -> Void)?
    ) -> ImageLoad? {
        guard let completion else { return nil }
        return load(request, transfer: 0, completion: completion)
    }

    /// Loads an image. A memory hit that needs no question returns without suspending; else cancelling the task cancels
    /// the load.
    nonisolated(nonsending) public func load(_ request: ImageRequest) async throws(FetchError)
        -> ImageResponse
    {
        guard let defaults else { return try await answer(request) }
        return try await answer(defaults.completing(request))
    }

    /// Returns a cached image that may be used without asking its origin; nil if there is none, which is no error.
    nonisolated(nonsending) public func cached(_ request: ImageRequest) async -> ImageResponse? {
        var request = completed(request)
        request.options.insert(.onlyFromCache)
        request.options.remove(.forceRefresh)
        request.alternatives = []
        request.retry = .none
        return try? await answer(request)
    }

    /// Loads an image under the caller's number for it, by which the timing log names it.
    ///
    /// Returns nil if the answer was there at once.
    @discardableResult
    package func load(
        _ request: ImageRequest,
        transfer id: Int,
        completion: @escaping @Sendable (ImageResponse) -> Void
    ) -> ImageLoad? {
        // A request is large: where there is nothing to complete it is not copied.
        guard let defaults else { return begin(request, id, completion) }
        return begin(defaults.completing(request), id, completion)
    }

    /// Asks whether what was made of the image still holds. The answer is a variant where it does, or nothing better is to be
    /// had; else it is the image as it is now.
    func ask(
        _ request: ImageRequest,
        about held: Load.Held,
        completion: @escaping @Sendable (ImageResponse) -> Void
    ) -> ImageLoad {
        let start = log.now()
        let load = load(request, state.settings, Load.background, since: start, held)
        if load.caller.begin(completion) { load.next(.fetch) }
        return load.caller
    }

    /// Fills in what the request leaves open, by the client's defaults.
    func completed(_ request: ImageRequest) -> ImageRequest {
        defaults?.completing(request) ?? request
    }

    nonisolated(nonsending) private func answer(_ request: ImageRequest) async throws(FetchError)
        -> ImageResponse
    {
        var request = request
        request.executor = .direct
        let response: ImageResponse
        switch begin(request, transfer: 0) {
        case .answered(let answer):
            response = answer
        case .waits(let load):
            open.add(load.caller, for: request.cacheKey)
            response = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if load.caller.begin({ continuation.resume(returning: $0) }) { pipeline.proceed(load) }
                }
            } onCancel: {
                load.caller.cancel()
            }
        }
        if let error = response.error { throw error }
        return response
    }

    private func begin(
        _ request: ImageRequest,
        _ id: Int,
        _ completion: @escaping @Sendable (ImageResponse) -> Void
    ) -> ImageLoad? {
        switch begin(request, transfer: id) {
        case .answered(let response):
            request.executor.hand(response, to: completion)
            return nil
        case .waits(let load):
            open.add(load.caller, for: request.cacheKey)
            if load.caller.begin(completion) { pipeline.proceed(load) }
            return load.caller
        }
    }

    private func begin(_ request: ImageRequest, transfer id: Int) -> LoadPipeline.Beginning {
        pipeline.begin(request, transfer: id) { load(request, $0, id, since: $1) }
    }

    /// The load and its handle keep the client alive.
    private func load(
        _ request: ImageRequest,
        _ settings: PreparedConfiguration,
        _ id: Int,
        since start: Instant,
        _ held: Load.Held? = nil
    ) -> Load {
        Load(
            request: request,
            id: id,
            start: start,
            settings: settings,
            generation: cache.memory.generation,
            caller: ImageLoad(request.executor, request.priority) { [self] error in
                pipeline.refusal(id, since: start, error)
            },
            held: held
        ) { [self] load, step in pipeline.advance(load, step) }
    }

    /// Gives up every load under way whose image the caches know by `cacheKey`, its URL unless its request said otherwise:
    /// each caller is told `cancelled`.
    public func cancel(_ cacheKey: String) {
        for load in open.all(for: cacheKey) { load.cancel() }
    }

    /// Gives up every load under way: each caller is told `cancelled`. Loads that begin meanwhile may go on.
    public func cancelAll() {
        for load in open.all { load.cancel() }
    }

    // MARK: Caches

    /// Keeps an image that the app has anyway, such as one that it just sent, under the request's key and as the request says:
    /// memory has it when this returns, the disk follows. `completion` is told, where the request says, when both are done,
    /// and whether a cache holds it; an image without bytes is none.
    ///
    /// `etag` is the entity tag that its origin gave it, by which it is asked about like any other; without one, a hit
    /// that is to be asked about is fetched anew. What comes of a load that is under way takes its place.
    public func store(
        _ bytes: [UInt8],
        for request: ImageRequest,
        etag: String? = nil,
        completion: (@Sendable (Bool) -> Void)?
    ) {
        let request = completed(request)
        let tell: @Sendable (Bool) -> Void = { isHeld in
            if let completion { request.executor.hand(isHeld, to: completion) }
        }
        guard !bytes.isEmpty, let settings = state.settingsWhileOpen else { return tell(false) }
        let wall = log.wall
        let tag = etag.flatMap { EntityTag(parsing: $0) }
        let fields = tag.map { ["ETag": $0.description] as HTTPFields } ?? HTTPFields()
        let head = CachedHead(fields: fields, requestedAt: wall, respondedAt: wall)
        let image = CachedImage(bytes: bytes, head: head)
        cache.store(image, for: request, settings.policy, at: log.now()) { inMemory, onDisk in
            tell(inMemory || onDisk == true)
        }
    }

    /// Stores an image likewise. Returns, once both caches are done, whether one of them holds it.
    @discardableResult
    nonisolated(nonsending) public func store(
        _ bytes: [UInt8],
        for request: ImageRequest,
        etag: String? = nil
    ) async -> Bool {
        var request = request
        request.executor = .direct
        return await withCheckedContinuation { continuation in
            store(bytes, for: request, etag: etag) { continuation.resume(returning: $0) }
        }
    }

    /// Which cache has an image for the request's key that has not expired: memory, if both have. Nothing is read and nobody
    /// asked, so that the image may turn out damaged, stale by its origin's word, or another variant.
    nonisolated(nonsending) public func cachedTier(of request: ImageRequest) async -> ImageResponse.Tier? {
        await withCheckedContinuation { continuation in
            findTier(of: request) { continuation.resume(returning: $0) }
        }
    }

    /// Calls back at once if memory knows, otherwise on the disk's thread.
    func findTier(
        of request: ImageRequest,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        let key = request.cacheKey
        findTier(of: key, isInMemory: { cache.memory.contains(key, at: $0) }, completion: completion)
    }

    /// Looks for any key, with the caller's own test of memory: pictures have a memory of their own.
    func findTier(
        of key: String,
        isInMemory: (Instant) -> Bool,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        cache.findTier(of: key, state.settings.policy, isInMemory: isInMemory, completion: completion)
    }

    /// Removes the image that the caches know by `cacheKey`, its URL unless its request said otherwise: no load that begins
    /// after this finds it. What comes of one that is under way is kept as ever, and pictures made of it are their pipelines'
    /// to remove.
    public func remove(_ cacheKey: String) {
        cache.memory.forget(cacheKey)
        if state.settings.policy.usesDisk { cache.disk.remove(cacheKey) }
    }

    /// Forgets before it returns. Connections in use are closed when their transfers end.
    public func forget(_ what: Forgetting) {
        if what == .memory || what == .all { cache.memory.removeAll() }
        if what == .disk || what == .all { cache.emptyDisk() }
        if what == .connections { pipeline.forgetConnections() }
        if what == .all { pipeline.forgetConnections(andSessions: true) }
    }

    /// Removes what has expired, in memory when this returns, on disk behind the caller's back. A client does so of itself
    /// (`Configuration.cleansEvery`).
    public func clean() {
        cache.clean()
    }

    /// Lets memory shrink to this share of the bytes that it holds, the least recently used leaving first; 0 leaves nothing.
    /// So do the pictures of pipelines that have their images from this client. For an app that hears of a shortage that
    /// the machine does not tell of.
    public func relieveMemory(leaving share: Double = CachingClient.shareUnderPressure) {
        relief.shrink(to: share)
    }

    /// The files that leave the disk from now on because their time is over or others need the room, by the names that
    /// `fileName(for:)` tells: what the app removes, replaces or forgets, and what is damaged, is not among them.
    ///
    /// Each caller has a stream of its own, which ends with its task or with the client. Nothing waits for a listener, and
    /// where there is none nothing is noted.
    public func diskCleanings() -> AsyncStream<DiskCleaning> {
        cache.disk.listeners.join()
    }

    /// The name, in a client's `diskFolder`, of the entry that the caches know by `cacheKey`: an image's URL unless its request
    /// said otherwise, a picture's `PictureRequest.cacheKey`. The SHA-256 of the key; the file is head and body in one, for
    /// clients alone to read.
    public static func fileName(for cacheKey: String) -> String {
        EntryName(of: cacheKey).text
    }

    /// What the caches hold now.
    public var holdings: CacheHoldings { cache.holdings }

    /// What the caches did so far and hold now. Every load is a hit in one tier or a miss.
    package var counters: CacheCounters {
        var counters = log.counts
        counters.evictions = cache.memory.evictions + cache.disk.evictions
        counters.memoryBytes = cache.memory.bytes
        counters.diskBytes = cache.disk.bytes
        return counters
    }

    /// The error of the last failed write to disk; nil if none failed. Loads never wait for these writes.
    package var diskFailure: SystemCallError? { cache.disk.lastFailure }

    /// Waits until all background writes are done.
    package func flush() {
        cache.disk.flush()
    }
}
