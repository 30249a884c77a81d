import Logs
import Wire

/// How far a transfer was when its caller gave up, by the timing log.
struct TimedTransfer {
    /// Time until it was handed over for the first time.
    private let cache: Nanoseconds
    private let end: Instant
    /// False if the caller received a failure.
    private let isAnswered: Bool
    /// When it was handed over for the last time, after failed tries and redirects.
    let queued: Instant
    /// Events since then.
    private let last: [TimingEvent]

    /// nil if the log lacks its start or its end, or it was never handed over.
    init?(_ events: [TimingEvent]) {
        let sorted = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        let start = sorted.first { $0.kind == .start }?.at
        let done = sorted.last { $0.kind == .done }?.at
        guard let start, let end = done ?? sorted.last(where: { $0.kind == .failed })?.at, end >= start,
            let from = sorted.lastIndex(where: { $0.kind == .queued })
        else { return nil }
        self.end = end
        isAnswered = done != nil
        queued = sorted[from].at
        // Data after its caller gave up came for others.
        last = sorted[from...].filter { $0.at <= end }
        cache = (sorted.first { $0.kind == .queued }?.at ?? queued) - start
    }

    /// When the connection that it opened was ready for the request: the newest, if an earlier one broke
    /// before anything came over it.
    private var connected: Instant? { last.last { $0.kind == .connected }?.at }
    private var requestSent: Instant? { last.last { $0.kind == .requestSent }?.at }

    /// When the log shows it with a connection; nil if it never had one.
    var asked: Instant? { requestSent ?? connected }

    var phases: TransferPhases {
        var phases = TransferPhases(cache: cache)
        var now = queued
        func lap(_ moment: Instant?) -> Nanoseconds {
            guard let moment, moment > now else { return 0 }
            defer { now = moment }
            return moment - now
        }
        if let connected {
            phases.connect = lap(connected)
            phases.request = lap(requestSent)
        } else {
            // Without a request it waited for another's answer, or for a connection that never came.
            phases.blocked = lap(requestSent ?? (isAnswered ? end : nil))
        }
        guard requestSent != nil else { return phases }
        phases.wait = lap(moment(.firstByte) ?? end)
        phases.receive = lap(moment(.lastByte) ?? last.last { $0.kind == .progress && $0.bytes != nil }?.at)
        return phases
    }

    private func moment(_ kind: TimingEvent.Kind) -> Instant? {
        guard let requestSent else { return nil }
        return last.first { $0.kind == kind && $0.at >= requestSent }?.at
    }
}
