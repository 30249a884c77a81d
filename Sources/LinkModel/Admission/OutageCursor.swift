import Glibc
import Wire

/// Finds a line's outages in order. The times it is asked about never go backwards.
struct OutageCursor: Sendable {
    struct Outage: Hashable, Sendable {
        var start: Instant
        var end: Instant
    }

    private let pattern: Outages.Pattern
    private let epoch: Instant
    private let direction: LinkDirection
    private let uptimes: CounterRandom
    private let downtimes: CounterRandom
    /// Number of changes of the line so far; each change draws new random outages.
    private let change: UInt32
    /// Index of `current`, or of the next outage.
    private var index = 0
    private var current: Outage?

    init(
        _ pattern: Outages.Pattern,
        _ direction: LinkDirection,
        seed: UInt64,
        epoch: Instant,
        change: UInt32
    ) {
        self.pattern = pattern
        self.epoch = epoch
        self.direction = direction
        uptimes = CounterRandom(seed: seed, purpose: .uptime)
        downtimes = CounterRandom(seed: seed, purpose: .downtime)
        self.change = change
        current = outage(after: epoch)
    }

    /// The outage at `moment`, or else the next one; nil if none follows.
    mutating func outage(from moment: Instant) -> Outage? {
        if case .every(let period, _) = pattern, let end = current?.end, end <= moment {
            // Skips the outages in between.
            index = Int(max(0, moment - epoch) / max(1, period))
            current = outage(after: end)
        }
        while let outage = current, outage.end <= moment {
            index += 1
            current = self.outage(after: outage.end)
        }
        return current
    }

    /// True if the line is down.
    mutating func covers(_ moment: Instant) -> Bool {
        outage(from: moment).map { $0.start <= moment } ?? false
    }

    /// The outage with the number `index`; the previous one ended at `end`.
    private func outage(after end: Instant) -> Outage? {
        switch pattern {
        case .listed(let intervals):
            guard index < intervals.count else { return nil }
            let start = epoch + intervals[index].start
            return Outage(start: start, end: start + intervals[index].length)
        case .every(let period, let length):
            let end = epoch + (Nanoseconds(index) + 1) * period
            return Outage(start: end - min(length, period), end: end)
        case .random(let meanUp, let meanDown):
            let start = end + length(uptimes, mean: meanUp)
            return Outage(start: start, end: start + length(downtimes, mean: meanDown))
        }
    }

    /// Exponentially distributed with this mean; at least 1, so that the cursor advances.
    private func length(_ random: CounterRandom, mean: Nanoseconds) -> Nanoseconds {
        let number = PacketIdentity(
            direction: direction,
            flow: change,
            number: UInt32(truncatingIfNeeded: index)
        )
        return max(1, Nanoseconds((-log1p(-random.fraction(number)) * Double(mean)).rounded()))
    }
}

extension Outages {
    /// nil if the outages treat packets in the other way.
    func cursor(
        _ packets: Treatment,
        _ direction: LinkDirection,
        seed: UInt64,
        epoch: Instant,
        change: UInt32
    ) -> OutageCursor? {
        guard packets == self.packets else { return nil }
        return OutageCursor(pattern, direction, seed: seed, epoch: epoch, change: change)
    }
}
