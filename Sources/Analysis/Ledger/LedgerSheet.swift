import Runs
import Wire

/// A stretch of time being written down cause by cause, from its start to its end and never back: whatever it is told, the
/// rows add up to the stretch.
struct LedgerSheet {
    private(set) var rows: [LedgerCause: Nanoseconds] = [:]
    /// Up to where everything is written down.
    private(set) var now: Instant
    let end: Instant

    init(from start: Instant, to end: Instant) {
        now = start
        self.end = max(start, end)
    }

    /// Everything from `now` to `moment` is this cause's; nothing where that is past.
    mutating func advance(to moment: Instant, _ cause: LedgerCause) {
        let moment = min(moment, end)
        guard moment > now else { return }
        rows[cause, default: 0] += moment - now
        now = moment
    }

    /// The same, of which each of `parts` is another cause's, as far as there is time; the rest is `cause`'s.
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

    /// What is left is the cause's.
    mutating func close(_ cause: LedgerCause) {
        advance(to: end, cause)
    }
}
