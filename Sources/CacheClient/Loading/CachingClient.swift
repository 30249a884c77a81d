internal import HTTP
package import LinuxIO
package import Logs
internal import Wire

/// Loads images from memory, from disk, or from their origin, in this order.
///
/// Any thread may call it. It owns two threads, which `init` starts in the network namespace of its caller, and which
/// `shutdown` ends.
///
/// A memory hit that needs no revalidation is answered at once on the caller's thread. Every other completion
/// runs where the request says, or on one of the client's own threads: there it must return soon, and not
/// call `forget` or `shutdown`.
public final class CachingClient: Sendable {
    /// Share of its bytes that memory keeps each time the machine runs short of memory.
    public static let shareUnderPressure = 0.5

    /// Complete every request; nil if the app gave none.
    let defaults: RequestDefaults?
    let log: LoadLog
    let state: ClientState
    let cache: TieredCache
    /// Variants made from images, such as pictures, stored beside them.
    let variants: VariantStore
    /// Loads that wait for disk or network.
    let open = OpenLoads()
    /// Shrinks memory's images and the pictures of every pipeline.
    let relief = ShrinkableCaches()
    let pipeline: LoadPipeline
    private let upkeep: CacheMaintenance

    /// Makes a client with its own caches and connections. Fails if its threads cannot be started, or if the
    /// disk cache is used and its folder cannot be created. `defaults` complete every request, and `judge`
    /// may refuse a response by its head.
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

    /// Makes a client that takes timestamps from `clock` and dates from `calendar`, and reports to `events`.
    package init(
        configuration: Configuration,
        defaults: RequestDefaults? = nil,
        judge: ResponseJudge? = nil,
        clock: RunClock,
        calendar: Calendar = Calendar(),
        signals: CacheMaintenanceSignals = CacheMaintenanceSignals(),
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
        upkeep = CacheMaintenance(configuration, signals) { [cache] in
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
        guard state.claimDisk(for: configuration) else { return }
        do throws(SystemCallError) {
            try cache.openDisk()
        } catch {
            state.unclaimDisk()
            throw SetupError("the disk cache cannot be used: \(error)")
        }
    }

    // MARK: Loads

    /// Loads an image. `completion` is called exactly once, also after a cancellation; without an image the
    /// response has an error. Without a completion nothing happens: no cache is read and no request is sent.
    @discardableResult
    public func load(
        _ request: ImageRequest,
        completion: (@Sendable (ImageResponse) -> Void)?
    ) -> ImageLoad? {
        guard let completion else { return nil }
        return load(request, transfer: 0, completion: completion)
    }

    /// Loads an image. A memory hit that needs no revalidation returns without suspending; otherwise
    /// cancelling the task cancels the load.
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

    /// Loads an image under the caller's number, which names it in the timing log.
    ///
    /// Returns nil if the load was answered at once.
    @discardableResult
    package func load(
        _ request: ImageRequest,
        transfer id: Int,
        completion: @escaping @Sendable (ImageResponse) -> Void
    ) -> ImageLoad? {
        // A request is large: do not copy it if there is nothing to complete.
        guard let defaults else { return begin(request, id, completion) }
        return begin(defaults.completing(request), id, completion)
    }

    /// Revalidates a variant. The answer is the variant if it is still valid or nothing better is available;
    /// otherwise it is the current image.
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
        case .pending(let load):
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
        case .pending(let load):
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

    /// Cancels every load under way whose cache key is `cacheKey`, by default the URL: each caller gets
    /// `cancelled`.
    public func cancel(_ cacheKey: String) {
        for load in open.all(for: cacheKey) { load.cancel() }
    }

    /// Cancels every load under way: each caller gets `cancelled`. Loads that begin meanwhile may continue.
    public func cancelAll() {
        for load in open.all { load.cancel() }
    }

    // MARK: Caches

    /// Stores an image that the app already has, such as one that it just uploaded, under the request's key
    /// and with its options. Memory has it when this returns; the disk follows. `completion` runs on the
    /// request's executor once both are done and gets whether a cache holds the image; an image without bytes
    /// is not stored.
    ///
    /// `etag` is the entity tag from its origin, used to revalidate it; without one, a hit that needs
    /// revalidation is fetched anew. The result of a load under way replaces the image.
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

    /// Stores an image in the same way. Returns, once both caches are done, whether one of them holds it.
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

    /// Returns the cache that has an unexpired image for the request's key: memory, if both have it. Nothing
    /// is read or revalidated, so the image may turn out to be damaged, stale by its origin's rules, or
    /// another variant.
    nonisolated(nonsending) public func cachedTier(of request: ImageRequest) async -> ImageResponse.Tier? {
        await withCheckedContinuation { continuation in
            findTier(of: request) { continuation.resume(returning: $0) }
        }
    }

    /// Calls back at once if memory has the key, otherwise on the disk's thread.
    func findTier(
        of request: ImageRequest,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        let key = request.cacheKey
        findTier(of: key, isInMemory: { cache.memory.contains(key, at: $0) }, completion: completion)
    }

    /// Looks for any key with the caller's own memory test: pictures have their own memory cache.
    func findTier(
        of key: String,
        isInMemory: (Instant) -> Bool,
        completion: @escaping @Sendable (ImageResponse.Tier?) -> Void
    ) {
        cache.findTier(of: key, state.settings.policy, isInMemory: isInMemory, completion: completion)
    }

    /// Removes the image with the key `cacheKey`, by default its URL: no load that begins afterwards finds
    /// it. The result of a load under way is still stored, and pictures made from the image are for their
    /// pipelines to remove.
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

    /// Removes expired entries: from memory before this returns, from disk in the background. A client also
    /// does this periodically (`Configuration.cleaningInterval`).
    public func clean() {
        cache.clean()
    }

    /// Shrinks memory to this share of the bytes that it holds, evicting the least recently used first; 0
    /// leaves nothing. Pictures of pipelines that use this client shrink too. For apps that learn of a
    /// shortage that the machine does not report.
    public func relieveMemory(leaving share: Double = CachingClient.shareUnderPressure) {
        relief.shrink(to: share)
    }

    /// Reports the files that leave the disk from now on because they expired or were evicted, by the names
    /// that `fileName(for:)` returns. Files that the app removes, replaces or forgets, and damaged files, are
    /// not reported.
    ///
    /// Each caller has its own stream, which ends with its task or with the client. Nothing waits for a
    /// listener, and without listeners nothing is recorded.
    public func diskCleanings() -> AsyncStream<DiskCleaning> {
        cache.disk.listeners.join()
    }

    /// Returns the file name, in a client's `diskFolder`, of the entry with the key `cacheKey`: by default an
    /// image's URL, or a picture's `PictureRequest.cacheKey`. The name is the SHA-256 of the key; the file
    /// holds head and body, and only clients can read it.
    public static func fileName(for cacheKey: String) -> String {
        EntryName(of: cacheKey).text
    }

    /// The current contents of the caches.
    public var holdings: CacheHoldings { cache.holdings }

    /// Activity so far and current contents of the caches. Every load is a hit in one tier or a miss.
    package var counters: CacheCounters {
        var counters = log.counts
        counters.evictions = cache.memory.evictions + cache.disk.evictions
        counters.memoryBytes = cache.memory.bytes
        counters.diskBytes = cache.disk.bytes
        return counters
    }

    /// The error of the last failed write to disk; nil if the last write succeeded. Loads never wait for
    /// these writes.
    package var diskFailure: SystemCallError? { cache.disk.lastFailure }

    /// Waits until all background writes are done.
    package func flush() {
        cache.disk.flush()
    }
}

// MARK: HTTP/3

extension CachingClient {
    /// What it sent on HTTP/3 connections that have ended, if its events are wanted; all of them after `shutdown`.
    package var quicLog: [QUICLogEntry] { pipeline.quicLog }
}
