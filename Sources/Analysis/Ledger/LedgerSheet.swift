import Runs
import Wire

/// A stretch of time written cause by cause, from its start to its end and never back: whatever the input,
/// the rows add up to the stretch.
struct LedgerSheet {
    private(set) var rows: [LedgerCause: Nanoseconds] = [:]
    /// Everything before this moment is written.
    private(set) var now: Instant
    let end: Instant

    init(from start: Instant, to end: Instant) {
        now = start
        self.end = max(start, end)
    }

    /// Attributes the time from `now` to `moment` to this cause; nothing if `moment` is past.
    mutating func advance(to moment: Instant, _ cause: LedgerCause) {
        let moment = min(moment, end)
        guard moment > now else { return }
        rows[cause, default: 0] += moment - now
        now = moment
    }

    /// The same, but each of `parts` belongs to another cause, as far as there is time; the rest is
    /// `cause`'s.
    mutating func advance(
        to moment: Instant,
        _ cause: LedgerCause,
        less parts: [(cause: LedgerCause, time: Nanoseconds)]
    ) {
        let moment = min(moment, end)
        guard moment > now else { return }
        var left = moment - now
        for part in parts {
            let time = min(max(0, part.time), left)
            rows[part.cause, default: 0] += time
            left -= time
        }
        rows[cause, default: 0] += left
        now = moment
    }

    /// Attributes the remaining time to the cause.
    mutating func close(_ cause: LedgerCause) {
        advance(to: end, cause)
    }
}
