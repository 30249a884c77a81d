/// Counts what arrives, and makes samples of it, as Linux does: over the time that the sending of a window took, or its
/// acknowledging, whichever was longer. Times in microseconds.
struct DeliveryMeter {
    /// How things stood when segments were sent.
    private struct Snapshot {
        /// Up to where in the stream.
        var end: Int
        var sentAt: Int
        var delivered: Int
        var deliveredAt: Int
        var firstSentAt: Int
        var isLimited: Bool
    }

    /// The opening of the connection counts as one.
    private(set) var delivered = 1
    private(set) var deliveredAt = 0
    private var firstSentAt = 0
    /// The application leaves room until more than this have arrived; nil where it does not.
    private var limitedUntil: Int?
    private var bursts: [Snapshot] = []
    private var oldest = 0
    /// Of segments sent again, by where they begin.
    private var resent: [Int: Snapshot] = [:]
    /// Of what arrived since the last sample, what was sent last.
    private var latest: Snapshot?

    var isLimited: Bool { limitedUntil != nil }

    /// Room is left from here on, with so many segments out.
    mutating func limit(inFlight: Int) {
        limitedUntil = max(1, delivered + inFlight)
    }

    /// Segments go; with nothing out before them the time of delivery begins here.
    mutating func sent(_ range: Range<Int>, again: Bool, isFirst: Bool, at now: Int) {
        if isFirst {
            firstSentAt = now
            deliveredAt = now
        }
        let snapshot = Snapshot(
            end: range.upperBound,
            sentAt: now,
            delivered: delivered,
            deliveredAt: deliveredAt,
            firstSentAt: firstSentAt,
            isLimited: isLimited
        )
        if again { resent[range.lowerBound] = snapshot } else { bursts.append(snapshot) }
    }

    mutating func arrived(_ range: Range<Int>) {
        delivered += 1
        guard let snapshot = taken(range) else { return }
        if let latest, (snapshot.sentAt, snapshot.end) < (firstSentAt, latest.end) { return }
        latest = snapshot
        firstSentAt = snapshot.sentAt
    }

    private mutating func taken(_ range: Range<Int>) -> Snapshot? {
        if !resent.isEmpty, var again = resent.removeValue(forKey: range.lowerBound) {
            again.end = range.upperBound
            return again
        }
        let place = bursts.partitioningIndex(from: oldest) { $0.end >= range.upperBound }
        guard place < bursts.count else { return nil }
        var burst = bursts[place]
        burst.end = range.upperBound
        return burst
    }

    /// What an acknowledgement of so many segments and of the stream up to `acknowledged` tells; nil where it tells nothing.
    mutating func sample(
        of count: Int,
        acknowledged: Int,
        leastRoundTrip: Int,
        at now: Int
    ) -> DeliverySample? {
        defer {
            latest = nil
            forget(upTo: acknowledged)
        }
        if let limit = limitedUntil, delivered > limit { limitedUntil = nil }
        if count > 0 { deliveredAt = now }
        guard let latest else { return nil }
        let interval = max(latest.sentAt - latest.firstSentAt, now - latest.deliveredAt)
        return DeliverySample(
            delivered: delivered - latest.delivered,
            interval: interval >= leastRoundTrip && interval > 0 ? interval : nil,
            deliveredBefore: latest.delivered,
            isApplicationLimited: latest.isLimited
        )
    }

    private mutating func forget(upTo acknowledged: Int) {
        while oldest < bursts.count, bursts[oldest].end <= acknowledged { oldest += 1 }
        if oldest > 512, oldest * 2 > bursts.count {
            bursts.removeFirst(oldest)
            oldest = 0
        }
    }
}
