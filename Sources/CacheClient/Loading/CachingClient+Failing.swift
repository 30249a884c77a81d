internal import HTTP
internal import LinuxIO
import Logs
internal import Wire

/// What is done where a source failed: it is tried again, what a cache holds serves, another source is tried, or the
/// caller is told; in this order.
extension CachingClient {
    /// `outcome` is nil where nothing was sent.
    func failed(_ load: Load, _ failure: FetchError, _ outcome: TransferOutcome? = nil) {
        guard !load.caller.isOver else { return }
        let isOver = failure.word == .cancelled || failure.word == .closed
        guard !isOver, let verdict = load.request.retry.verdict else {
            return giveUp(load, failure, outcome, mayGoOn: !isOver)
        }
        let elapsed = Duration.nanoseconds(clock.now() - load.start)
        let situation = RetryStrategy.Situation(retries: load.retries, error: failure, elapsed: elapsed)
        aside(load) { [self] in
            guard case .retry(let delay) = await verdict(situation) else {
                return giveUp(load, failure, outcome, mayGoOn: true)
            }
            // Cut short where nobody waits any more.
            try? await Task.sleep(for: max(.zero, delay))
            var next = load.fromStart()
            next.retries += 1
            fetch(next)
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
            emit(.failed, load.id, at: clock.now())
            var response = answer(load, as: held.tier == .memory ? .memory : .disk, after: outcome)
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
            return lookUp(load)
        }
        let error = load.failures.count > 1 ? Self.exhausted(load.failures) : failure
        guard let outcome else {
            var refusal = refusal(load.id, since: load.start, error)
            refusal.measurement.redirects = load.trail.hops
            load.caller.finish(refusal)
            return
        }
        load.caller.finish(respond(load, outcome, error: error))
    }

    private static func exhausted(_ failures: [FetchError]) -> FetchError {
        let list = failures.map(\.description).joined(separator: "; ")
        var error = FetchError(.exhausted, "none of \(failures.count) sources gave the image: \(list)")
        error.causes = failures
        return error
    }

    /// Does what a caller brought along, and may take its time, on Swift's own threads. Shutting the client down, or
    /// cancelling the load, answers the caller at once and cancels the task.
    func aside(_ load: Load, _ work: @escaping @Sendable () async -> Void) {
        let caller = load.caller
        guard errands.add(caller) else { return caller.end(Self.closed) }
        let task = Task { [errands] in
            await work()
            errands.remove(caller)
        }
        caller.takes(.task { task.cancel() })
    }
}

extension CacheDecision.IfFailing {
    /// Whether what is held may serve after this failure.
    fileprivate func allows(_ failure: FetchError, status: Int?) -> Bool {
        switch self {
        case .fail: false
        case .useIfUnreachable: failure.word != .status
        case .use: failure.word != .status || [500, 502, 503, 504].contains(status)
        }
    }
}
