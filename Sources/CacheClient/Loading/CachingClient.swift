package import LinuxIO
package import Logs
import Synchronization

/// Loads images from memory, from disk, or from their origin, in this order.
///
/// Any thread may call it. It owns two threads, which `init` starts in the network namespace of its caller, and which
/// `shutdown` ends.
///
/// A memory hit that needs no question is answered at once on the caller's thread. Every other completion runs where the
/// request says, or on one of the client's own threads: there it must return soon, and not call `forget` or `shutdown`.
public final class CachingClient: Sendable {
    struct State {
        var settings: ClientSettings
        var isDiskOpen = false
        var isShutDown = false
    }

    let clock: RunClock
    /// What time to live and dates go by.
    let calendar: Calendar
    /// Of loads that somebody asked for.
    let events: EventSink?
    /// nil where there are none.
    let defaults: RequestDefaults?
    /// Asked about the heads of answers; nil where there is none.
    let judge: ResponseJudge?
    let memory: MemoryCache
    let disk: DiskCache
    /// Of bodies that were cut short.
    let parts: PartStore
    let transfers: TransferLoop
    let state: Mutex<State>
    let counts = Mutex(CacheCounters())
    let errands = Errands()
    let open = OpenLoads()
    let upkeep: Upkeep
    /// Memory's images, and the pictures of every pipeline.
    let relief = ReliefLine()
    /// Keys of images that are being asked about behind their callers' backs.
    let refreshing = Mutex<Set<String>>([])

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
        (self.defaults, self.judge) = (defaults, judge)
        self.clock = clock
        self.calendar = calendar
        self.events = events.map { sink -> EventSink in
            { event in if event.transfer >= 0 { sink(event) } }
        }
        memory = MemoryCache(limits: configuration.memory)
        do throws(SystemCallError) {
            disk = try DiskCache(folder: configuration.diskFolder, limits: configuration.disk)
        } catch {
            throw SetupError("the disk cache's thread could not be started: \(error)")
        }
        parts = PartStore(folder: configuration.diskFolder + "/parts", queue: disk.queue)
        transfers = try TransferLoop(clock: clock, events: self.events, isMeasured: events != nil)
        state = Mutex(State(settings: ClientSettings(configuration)))
        upkeep = Upkeep(configuration, signals) { [memory, disk, parts] in
            memory.removeExpired(at: calendar.moment(clock.now()))
            disk.clean(at: calendar.wall)
            parts.clean(at: calendar.wall)
        } relieve: { [relief] in
            relief.shrink(to: Self.shareUnderPressure)
        }
        _ = relief.join { [memory] in memory.shrink(to: $0) }
        try openDisk(for: configuration)
    }

    deinit {
        shutdown()
    }

    /// From here on the client is like this. Loads under way go on as they began; caches keep what the new limits allow.
    public func update(_ configuration: Configuration) throws(SetupError) {
        try openDisk(for: configuration)
        state.withLock { state in
            var configuration = configuration
            configuration.diskFolder = state.settings.configuration.diskFolder
            state.settings = ClientSettings(configuration, after: state.settings)
        }
        memory.setLimits(configuration.memory)
        disk.setLimits(configuration.disk)
    }

    /// Ends every transfer, each of which is told, finishes what is being written, and joins the threads. Later loads are
    /// answered by an error.
    public func shutdown() {
        state.withLock { $0.isShutDown = true }
        upkeep.stop()
        errands.close(FetchError(.cancelled, "the client was shut down"))
        transfers.shutdown()
        disk.shutdown()
    }

    /// Lets memory shrink to this share of the bytes that it holds, the least recently used leaving first; 0 leaves nothing.
    /// So do the pictures of pipelines that have their images from this client. For an app that hears of a shortage that
    /// the machine does not tell of.
    public func relieveMemory(leaving share: Double = CachingClient.shareUnderPressure) {
        relief.shrink(to: share)
    }

    /// What memory keeps of its bytes each time that the machine is short of it.
    public static let shareUnderPressure = 0.5

    /// Why the last of the disk's writes that failed did; nil where none has. A load never waits for them to fail.
    package var diskFailure: SystemCallError? { disk.lastFailure }

    /// What the caches did so far and hold now. Every load is a hit in one tier or a miss.
    package var counters: CacheCounters {
        var counters = counts.withLock { $0 }
        counters.evictions = memory.evictions + disk.evictions
        counters.memoryBytes = memory.bytes
        counters.diskBytes = disk.bytes
        return counters
    }

    /// Waits until everything behind the callers' backs is written.
    package func flush() {
        disk.flush()
    }

    private func openDisk(for configuration: Configuration) throws(SetupError) {
        let isNeeded = state.withLock { state in
            defer { state.isDiskOpen = state.isDiskOpen || configuration.policy.usesDisk }
            return configuration.policy.usesDisk && !state.isDiskOpen
        }
        guard isNeeded else { return }
        do throws(SystemCallError) {
            try disk.open(at: calendar.wall)
        } catch {
            state.withLock { $0.isDiskOpen = false }
            throw SetupError("the disk cache cannot be used: \(error)")
        }
        parts.open(at: calendar.wall)
    }
}
