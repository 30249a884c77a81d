import Logs
import Wire

/// One transfer by the timing log alone. What its answer came of is the last time that it was handed over: what stands before
/// were tries that failed, and addresses that led on.
struct TimedTransfer {
    /// A request that was answered, as far as the log has it.
    struct Attempt {
        var request: Instant?
        var firstByte: Instant?
        var lastByte: Instant?
    }

    let id: Int
    let start: Instant
    let end: Instant
    /// What came of being handed over, each time but the last.
    let before: [Attempt]
    /// False where the caller was told of a failure.
    let isAnswered: Bool
    /// When it was handed over, once for each try; none where a cache had it.
    let tries: [Instant]
    private let found: [TimingEvent.Kind]
    /// From when it was handed over for the last time.
    private let last: [TimingEvent]

    /// nil where the log does not have its start and its end.
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
        // What came when its caller had given up came for others.
        last = sorted[from...].filter { $0.at <= end }
    }

    /// Ready for the request, where it opened a connection: the newest, where that broke before anything came over it.
    var connected: Instant? { last.last { $0.kind == .connected }?.at }
    var requestSent: Instant? { last.last { $0.kind == .requestSent }?.at }
    var firstByte: Instant? { moment(.firstByte) }
    var lastByte: Instant? { moment(.lastByte) }
    /// As far as the body came.
    var bodyBytes: Int { last.last { $0.bytes != nil }?.bytes ?? 0 }

    var progress: [ExchangeRecord.Progress] {
        last.compactMap { event in
            event.kind == .progress ? event.bytes.map { .init(at: event.at, bytes: $0) } : nil
        }
    }

    /// `status` is what the origin answered, where its log tells.
    func source(status: Int?) -> ImageSource {
        // An answer that says no is one, though its caller was told of a failure.
        guard isAnswered else { return lastByte == nil ? .none : .network }
        let cache: ImageSource? = found.last.map { $0 == .diskHit ? .disk : .memory }
        guard !tries.isEmpty else { return cache ?? .memory }
        // What a cache held served after all.
        if let cache, last.contains(where: { $0.kind == .failed }) { return cache }
        return status == 304 || (status == nil && cache != nil && bodyBytes == 0) ? .revalidated : .network
    }

    /// `setUp` is what the line's log tells of the connection that it opened.
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
