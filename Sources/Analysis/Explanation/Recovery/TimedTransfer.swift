import Logs
import Wire

/// One transfer from the timing log alone. Its answer belongs to the last time that it was handed over:
/// earlier ones were failed tries and redirects.
struct TimedTransfer {
    /// An answered request, as far as the log shows it.
    struct Attempt {
        var request: Instant?
        var firstByte: Instant?
        var lastByte: Instant?
    }

    let id: Int
    let start: Instant
    let end: Instant
    /// The outcome of each time that it was handed over, except the last.
    let before: [Attempt]
    /// False if the caller received a failure.
    let isAnswered: Bool
    /// When it was handed over, once for each try; empty if a cache answered.
    let tries: [Instant]
    private let found: [TimingEvent.Kind]
    /// Events since it was handed over for the last time.
    private let last: [TimingEvent]

    /// nil if the log lacks its start or its end.
    init?(_ id: Int, _ events: [TimingEvent]) {
        let sorted = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        let start = sorted.first { $0.kind == .start }?.at
        let done = sorted.last { $0.kind == .done }?.at
        guard let start, let end = done ?? sorted.last(where: { $0.kind == .failed })?.at, end >= start else {
            return nil
        }
        self.id = id
        self.start = start
        self.end = end
        isAnswered = done != nil
        tries = sorted.filter { $0.kind == .queued }.map(\.at)
        found = sorted.map(\.kind).filter { $0 == .memoryHit || $0 == .diskHit }
        let from = sorted.lastIndex { $0.kind == .queued } ?? 0
        let earlier = sorted[..<from].split(omittingEmptySubsequences: false) { $0.kind == .queued }
            .dropFirst()
        before = earlier.map { events in
            func moment(_ kind: TimingEvent.Kind) -> Instant? { events.last { $0.kind == kind }?.at }
            return Attempt(
                request: moment(.requestSent),
                firstByte: moment(.firstByte),
                lastByte: moment(.lastByte)
            )
        }
        // Data after its caller gave up came for others.
        last = sorted[from...].filter { $0.at <= end }
    }

    /// When the connection that it opened was ready for the request: the newest, if an earlier one broke
    /// before anything came over it.
    var connected: Instant? { last.last { $0.kind == .connected }?.at }
    var requestSent: Instant? { last.last { $0.kind == .requestSent }?.at }
    var firstByte: Instant? { moment(.firstByte) }
    var lastByte: Instant? { moment(.lastByte) }
    /// Body bytes received.
    var bodyBytes: Int { last.last { $0.bytes != nil }?.bytes ?? 0 }

    var progress: [ExchangeRecord.Progress] {
        last.compactMap { event in
            event.kind == .progress ? event.bytes.map { .init(at: event.at, bytes: $0) } : nil
        }
    }

    /// `status` is the origin's answer, if its log has it.
    func source(status: Int?) -> ImageSource {
        // A refusal is an answer, although its caller received a failure.
        guard isAnswered else { return lastByte == nil ? .none : .network }
        let cache: ImageSource? = found.last.map { $0 == .diskHit ? .disk : .memory }
        guard !tries.isEmpty else { return cache ?? .memory }
        // The cached copy served after all.
        if let cache, last.contains(where: { $0.kind == .failed }) { return cache }
        return status == 304 || (status == nil && cache != nil && bodyBytes == 0) ? .revalidated : .network
    }

    /// `setUp` is the line's log of the connection that it opened.
    func phases(_ setUp: SetUpTimes?) -> TransferPhases {
        var phases = TransferPhases(cache: (tries.first ?? end) - start)
        guard var now = tries.last else { return phases }
        func lap(_ moment: Instant?) -> Nanoseconds {
            guard let moment, moment > now else { return 0 }
            defer { now = moment }
            return moment - now
        }
        if let connected {
            phases.blocked = lap(setUp?.begun)
            phases.connect = lap(setUp?.opened ?? connected)
            phases.tls = lap(connected)
            phases.request = lap(requestSent)
        } else {
            // Without a request it waited for another's answer, or for a connection that never came.
            phases.blocked = lap(requestSent ?? (isAnswered ? end : nil))
        }
        guard requestSent != nil else { return phases }
        phases.wait = lap(firstByte ?? end)
        phases.receive = lap(lastByte ?? progress.last?.at)
        return phases
    }

    private func moment(_ kind: TimingEvent.Kind) -> Instant? {
        guard let requestSent else { return nil }
        return last.first { $0.kind == kind && $0.at >= requestSent }?.at
    }
}
