import Glibc
import Wire

/// Finds a line's outages, one after the other: it is asked about times that never go backwards.
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
    /// How often the line has changed: random outages are others then.
    private let change: UInt32
    /// The number of the outage that `current` is, or that comes next.
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

    /// The outage at `moment`, or else the next one; nil where none comes any more.
    mutating func outage(from moment: Instant) -> Outage? {
        if case .every(let period, _) = pattern, let end = current?.end, end <= moment {
            // No need to go through them all.
            index = Int(max(0, moment - epoch) / max(1, period))
            current = outage(after: end)
        }
        while let outage = current, outage.end <= moment {
            index += 1
            current = self.outage(after: outage.end)
        }
        return current
    }

    /// True where the line is away.
    mutating func covers(_ moment: Instant) -> Bool {
        outage(from: moment).map { $0.start <= moment } ?? false
    }

    /// The outage of number `index`; the one before it ended at `end`.
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

    /// Exponential around its mean; never nothing, so that the cursor gets on.
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
    /// nil where this is not what becomes of packets.
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
