import Wire

/// Sends packets one after another on a line whose rate changes or drops to 0: exactly as many bits as the
/// rate's integral, whatever pieces a packet spans.
struct VaryingRate: LinePace {
    /// A packet that spans more pieces than this never completes, so a line that carries nothing cannot block
    /// the model.
    private static let mostSegments = 1_000_000

    private var schedule: ScheduleCursor
    private var outages: OutageCursor?
    private var freeAt: Instant = .zero
    /// What `freeAt` omits: bits times 10^9 still to carry, less than one nanosecond's worth.
    private var remainder: Int64 = 0

    /// `outages` are those that hold packets.
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

    /// The rate at a moment, 0 in an outage, and how long it lasts.
    private mutating func segment(at moment: Instant) -> ScheduleCursor.Segment {
        var segment = schedule.segment(at: moment)
        guard let outage = outages?.outage(from: moment) else { return segment }
        if outage.start <= moment { return ScheduleCursor.Segment(rateBps: 0, end: outage.end) }
        segment.end = min(segment.end, outage.start)
        return segment
    }
}
