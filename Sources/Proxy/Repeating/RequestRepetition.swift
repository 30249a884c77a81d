import Forwarding
import HTTP
import LinuxIO
import Serving
import Wire

/// Sends a request again, a number of times, some at once. It belongs to the loop's thread.
final class RequestRepetition: LoopSocket {
    private struct Trial {
        let request: UpstreamRequest
        let began: Instant
        /// The response's stream asks for turns.
        var isHeard = false
    }

    private static let piece = 1 << 20

    private let request: ForwardedRequest
    /// nil without one.
    private let body: [UInt8]?
    private let pool: UpstreamPool
    private let concurrency: Int
    private var left: Int
    private var running: [Trial] = []
    private var results: [RepeatedExchange] = []
    /// Nobody waits for the results any more.
    private let isUnwanted: () -> Bool
    private let done: ([RepeatedExchange]) -> Void
    private let anchor: WakeUp
    private let wakeUp: @Sendable () -> Void
    private(set) var isClosed = false

    init(
        _ request: ForwardedRequest,
        _ body: [UInt8]?,
        times: Int,
        concurrency: Int,
        in pool: UpstreamPool,
        isUnwanted: @escaping () -> Bool,
        done: @escaping ([RepeatedExchange]) -> Void
    ) throws(SystemCallError) {
        // The body is there already.
        var fields = request.head.fields
        fields["Expect"] = nil
        self.request = request.with(fields)
        self.body = body
        self.pool = pool
        self.concurrency = concurrency
        left = times
        self.isUnwanted = isUnwanted
        self.done = done
        anchor = try WakeUp()
        let token = pool.loop.takeToken()
        wakeUp = pool.loop.wakeUp(token)
        try pool.loop.add(self, at: token, isReadable: false)
    }

    // MARK: LoopSocket

    /// Nothing is ever read from it: it has turns because it asks for them.
    var raw: Int32 { anchor.raw }

    var outlook: ConnectionOutlook {
        ConnectionOutlook(interest: .read, next: pool.clock.now() + 1_000_000_000)
    }

    func proceed(isReadable: Bool) {
        if isUnwanted() { return close() }
        running = running.compactMap { advance($0) }
        while left > 0, running.count < concurrency {
            left -= 1
            let content = body.map { BodyStream.whole($0) }
            let trial = Trial(request: UpstreamRequest(request, body: content), began: pool.clock.now())
            running.append(trial)
            pool.begin(trial.request)
            trial.request.answer.whenMade(wakeUp)
        }
        guard running.isEmpty else { return }
        isClosed = true
        done(results)
    }

    /// nil once it is over.
    private func advance(_ trial: Trial) -> Trial? {
        guard let response = trial.request.answer.made else { return trial }
        guard let stream = response.stream else { return end(trial) }
        if !trial.isHeard { stream.onContent(wakeUp) }
        while true {
            switch stream.take(atMost: Self.piece) {
            case .bytes(_, let isLast): if isLast { return end(trial) }
            case .end, .brokenOff: return end(trial)
            case .nothing:
                var trial = trial
                trial.isHeard = true
                return trial
            }
        }
    }

    private func end(_ trial: Trial) -> Trial? {
        let facts = trial.request.facts
        let sent = facts.sentLast
        results.append(
            RepeatedExchange(
                status: facts.head?.status ?? 0,
                bytes: facts.responseBodyBytes,
                duration: (facts.receivedLast ?? pool.clock.now()) - trial.began,
                wait: sent.flatMap { sent in facts.receivedFirst.map { $0 - sent } },
                isReused: facts.isReused,
                failure: facts.failure
            )
        )
        return nil
    }

    func hangUp() {}

    func finish() {
        left = 0
        wakeUp()
    }

    func close() {
        isClosed = true
        for trial in running { trial.request.giveUp() }
        running = []
    }
}
