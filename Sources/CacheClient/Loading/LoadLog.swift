internal import HTTP
internal import LinuxIO
internal import Logs
import Synchronization
internal import Wire

/// A client's record of its loads: timestamps by its clock and calendar, and hit counts by tier.
final class LoadLog: Sendable {
    let clock: RunClock
    /// Times to live and dates use it.
    private let calendar: Calendar
    /// Receives the loads that callers requested; nil if nothing listens.
    let events: EventSink?
    private let counters = Mutex(CacheCounters())

    init(_ clock: RunClock, _ calendar: Calendar, _ events: EventSink?) {
        self.clock = clock
        self.calendar = calendar
        self.events = events.map { sink -> EventSink in
            { event in if event.transfer >= 0 { sink(event) } }
        }
    }

    func now() -> Instant { clock.now() }

    /// Nanoseconds since 1970, by the calendar.
    var wall: Int64 { calendar.wall }

    /// The moment that memory's times to live use.
    func moment(_ instant: Instant) -> Instant { calendar.moment(instant) }

    func emit(_ kind: TimingEvent.Kind, _ id: Int, at moment: Instant) {
        events?(TimingEvent(at: moment, transfer: id, kind: kind))
    }

    func count(_ change: (inout CacheCounters) -> Void) {
        counters.withLock { change(&$0) }
    }

    /// Counts an answer from a cache that no origin was asked about: one that was confirmed counts as that alone.
    func countHit(in tier: ImageResponse.Tier) {
        count { if tier == .memory { $0.memoryHits += 1 } else { $0.diskHits += 1 } }
    }

    var counts: CacheCounters { counters.withLock { $0 } }

    /// The fields of an answer and its times, by the calendar.
    func confirmation(_ outcome: TransferOutcome) -> Confirmation {
        let (wall, now) = (calendar.wall, clock.now())
        let answered = outcome.stamps.responseFirstByte ?? now
        return Confirmation(
            fields: CacheRules.storable(outcome.fields),
            requestedAt: wall - (now - outcome.asked),
            respondedAt: wall - (now - answered)
        )
    }

    /// The head under which the caches keep an answer.
    func head(of outcome: TransferOutcome, to sent: OutgoingRequest) -> CachedHead {
        let said = confirmation(outcome)
        var varying = HTTPFields()
        if case .names(let names)? = Vary(outcome.fields) {
            varying = HTTPFields(sent.fields.filter { names.contains($0.name.lowercased()) })
        }
        return CachedHead(
            fields: said.fields,
            varying: varying,
            requestedAt: said.requestedAt,
            respondedAt: said.respondedAt
        )
    }
}
