import Wire

/// Counts deliveries and makes rate samples as Linux does: over the time of sending a window or of
/// acknowledging it, whichever is longer. Times in microseconds.
struct DeliveryMeter {
    /// The state when segments were sent.
    private struct Snapshot {
        /// End of the segments in the stream.
        var end: Int
        var sentAt: Int
        var delivered: Int
        var deliveredAt: Int
        var firstSentAt: Int
        var isLimited: Bool
    }

    /// The SYN counts as a delivery.
    private(set) var delivered = 1
    private(set) var deliveredAt = 0
    private var firstSentAt = 0
    /// The sender is application-limited until more than this were delivered; nil if it is not.
    private var limitedUntil: Int?
    private var bursts: [Snapshot] = []
    private var oldest = 0
    /// Retransmitted segments, by their start in the stream.
    private var resent: [Int: Snapshot] = [:]
    /// The most recently sent segment among those delivered since the last sample.
    private var latest: Snapshot?

    var isLimited: Bool { limitedUntil != nil }

    /// Marks the sender as application-limited from here on, with this many segments in flight.
    mutating func limit(inFlight: Int) {
        limitedUntil = max(1, delivered + inFlight)
    }

    /// Notes sent segments. With nothing outstanding, the delivery clock restarts here.
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

    /// Rate sample of an acknowledgement for `count` segments and the stream up to `acknowledged`; nil if
    /// there is none.
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
