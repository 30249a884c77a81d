internal import LinuxIO
internal import Logs
internal import Wire

/// The stages of a load: lookup, fetch, response, storing, and recovery if one of them failed.
final class LoadPipeline: Sendable {
    /// Result on the caller's own thread: the answer, or a load that must wait for disk or network.
    enum Beginning {
        case answered(ImageResponse)
        case pending(Load)
    }

    private let state: ClientState
    private let log: LoadLog
    private let responses: ResponseBuilder
    let tasks = CallerTasks()
    private let transfers: TransferLoop
    private let lookup: LookupStage
    private let fetch: FetchStage
    private let recovery: RecoveryStage
    private let refreshing: RefreshStage

    /// Starts the thread of transfers.
    init(
        _ cache: TieredCache,
        _ state: ClientState,
        _ open: OpenLoads,
        _ judge: ResponseJudge?,
        _ log: LoadLog,
        isMeasured: Bool
    ) throws(SetupError) {
        self.state = state
        self.log = log
        transfers = try TransferLoop(clock: log.clock, events: log.events, isMeasured: isMeasured)
        responses = ResponseBuilder(log)
        let partials = PartialDownloads(cache.parts, judge, log)
        lookup = LookupStage(cache, state, responses, log)
        let store = StoreStage(cache, open, responses, log)
        let answers = ResponseStage(cache, partials, tasks, store, responses, log)
        fetch = FetchStage(transfers, partials, tasks, judge, answers, store, log)
        recovery = RecoveryStage(tasks, responses, log)
        refreshing = RefreshStage(log)
    }

    /// True while images that were served stale are being revalidated.
    var isRefreshing: Bool { !refreshing.isIdle }

    /// Looks up memory; `load` makes the load if it must wait.
    func begin(
        _ request: ImageRequest,
        transfer id: Int,
        load: (PreparedConfiguration, Instant) -> Load
    ) -> Beginning {
        let start = log.now()
        log.emit(.start, id, at: start)
        guard let settings = state.settingsWhileOpen else {
            return .answered(refusal(id, since: start, .closed))
        }
        let hit = lookup.inMemory(request, settings, at: start)
        if let hit, hit.verdict == .use { return .answered(lookup.answer(hit, id, since: start)) }
        var load = load(settings, start)
        if let hit, let stale = lookup.begin(&load, with: hit) { return .answered(stale) }
        return .pending(load)
    }

    /// Continues a load that memory could not answer, once its caller waits for it.
    func proceed(_ load: Load) {
        lookup.lookOnDisk(load)
    }

    /// Hands a load back to an earlier stage, on the thread where the later one ended.
    func advance(_ load: Load, _ step: LoadStep) {
        switch step {
        case .lookUp: lookup.lookUp(load)
        case .fetch: fetch.fetch(load)
        case .send(let request): fetch.send(request, for: load)
        case .fail(let failure, let outcome): recovery.recover(load, from: failure, outcome)
        case .refresh: refreshing.refresh(load)
        }
    }

    /// Makes the answer to a cancelled load.
    func refusal(_ id: Int, since start: Instant, _ error: FetchError) -> ImageResponse {
        responses.refusal(id, since: start, error)
    }

    func forgetConnections(andSessions: Bool = false) {
        transfers.forgetConnections(andSessions: andSessions)
    }

    /// Answers every load that waits for its caller's tasks or for a transfer, and joins the thread of transfers.
    var quicLog: [QUICLogEntry] { transfers.traces.entries }

    func shutdown() {
        tasks.close(FetchError(.cancelled, "the client was shut down"))
        transfers.shutdown()
    }
}
