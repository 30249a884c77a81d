internal import HTTP
internal import LinuxIO
import Logs
internal import Wire

/// Handles a failed source: retries it, serves a cached image, tries another source, or tells the caller, in this
/// order.
final class RecoveryStage: Sendable {
    private let tasks: CallerTasks
    private let responses: ResponseBuilder
    private let log: LoadLog

    init(_ tasks: CallerTasks, _ responses: ResponseBuilder, _ log: LoadLog) {
        self.tasks = tasks
        self.responses = responses
        self.log = log
    }

    /// `outcome` is nil if nothing was sent.
    func recover(_ load: Load, from failure: FetchError, _ outcome: TransferOutcome?) {
        guard !load.caller.isOver else { return }
        let isOver = failure.word == .cancelled || failure.word == .closed
        guard !isOver, let verdict = load.request.retry.verdict else {
            return giveUp(load, failure, outcome, mayGoOn: !isOver)
        }
        let elapsed = Duration.nanoseconds(log.now() - load.start)
        let situation = RetryStrategy.Situation(retries: load.retries, error: failure, elapsed: elapsed)
        tasks.run(for: load.caller) { [self] in
            guard case .retry(let delay) = await verdict(situation) else {
                return giveUp(load, failure, outcome, mayGoOn: true)
            }
            // Cancelling the load cuts the sleep short.
            try? await Task.sleep(for: max(.zero, delay))
            var next = load.fromStart()
            next.retries += 1
            next.next(.fetch)
        }
    }

    private func giveUp(
        _ load: Load,
        _ failure: FetchError,
        _ outcome: TransferOutcome?,
        mayGoOn: Bool
    ) {
        var load = load
        if mayGoOn, let held = load.held, held.ifFailing.allows(failure, status: outcome?.status) {
            log.emit(.failed, load.id, at: log.now())
            if load.failures.isEmpty { log.countHit(in: held.tier) }
            var response = responses.answer(load, as: held.tier == .memory ? .memory : .disk, after: outcome)
            response.validationError = failure
            load.caller.finish(response)
            return
        }
        load.failures.append(failure)
        if mayGoOn, !load.request.alternatives.isEmpty {
            load = load.fromStart()
            load.request.source = load.request.alternatives.removeFirst()
            load.held = nil
            load.retries = 0
            return load.next(.lookUp)
        }
        let error = load.failures.count > 1 ? Self.exhausted(load.failures) : failure
        guard let outcome else {
            var refusal = responses.refusal(load.id, since: load.start, error)
            refusal.measurement.redirects = load.trail.hops
            load.caller.finish(refusal)
            return
        }
        load.caller.finish(responses.respond(load, outcome, error: error))
    }

    private static func exhausted(_ failures: [FetchError]) -> FetchError {
        let list = failures.map(\.description).joined(separator: "; ")
        var error = FetchError(
            .exhausted,
            "all \(failures.count) sources failed to deliver the image: \(list)"
        )
        error.causes = failures
        return error
    }
}

extension CacheDecision.IfFailing {
    /// Whether the cached image may serve after this failure.
    fileprivate func allows(_ failure: FetchError, status: Int?) -> Bool {
        switch self {
        case .fail: false
        case .useIfUnreachable: failure.word != .status
        case .use: failure.word != .status || [500, 502, 503, 504].contains(status)
        }
    }
}
