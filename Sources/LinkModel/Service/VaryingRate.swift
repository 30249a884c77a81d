import Wire

/// Puts one packet after another onto a line whose rate changes, or that stands still at times: exactly the bits that
/// the rate's integral gives, whatever pieces a packet spans.
struct VaryingRate: LinePace {
    /// A packet that takes more pieces than this is never through: a line that carries nothing does not hold us up.
    private static let mostSegments = 1_000_000

    private var schedule: ScheduleCursor
    private var outages: OutageCursor?
    private var freeAt: Instant = .zero
    /// What `freeAt` leaves out: bits times 10^9 that are still to be carried, less than a nanosecond's.
    private var remainder: Int64 = 0

    /// `outages` are those in which packets are held.
    init(_ schedule: RateSchedule, epoch: Instant, outages: OutageCursor?) {
        self.schedule = ScheduleCursor(schedule, epoch: epoch)
        self.outages = outages
    }

    mutating func begin(from moment: Instant) -> Instant? {
        var moment = moment
        for _ in 0..<Self.mostSegments {
            let segment = segment(at: moment)
            if segment.rateBps > 0 { return moment }
            guard segment.end < .never else { return nil }
            moment = segment.end
        }
        return nil
    }

    mutating func serve(bytes: Int, at moment: Instant) -> Instant? {
        if moment > freeAt { remainder = 0 }
        var time = moment
        var waiting = Int64(bytes) * 8 * 1_000_000_000 + remainder
        for _ in 0..<Self.mostSegments {
            let segment = segment(at: time)
            if segment.rateBps > 0 {
                let (needed, rest) = waiting.quotientAndRemainder(dividingBy: segment.rateBps)
                let room = segment.end - time
                if needed < room || (needed == room && rest == 0) {
                    (freeAt, remainder) = (time + needed, rest)
                    return freeAt
                }
                waiting -= room * segment.rateBps
            }
            guard segment.end < .never else { return nil }
            time = segment.end
        }
        return nil
    }

    /// The rate at a moment, nothing in an outage, and until when it stays.
    private mutating func segment(at moment: Instant) -> ScheduleCursor.Segment {
        var segment = schedule.segment(at: moment)
        guard let outage = outages?.outage(from: moment) else { return segment }
        if outage.start <= moment { return ScheduleCursor.Segment(rateBps: 0, end: outage.end) }
        segment.end = min(segment.end, outage.start)
        return segment
    }
}
