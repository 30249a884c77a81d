import Wire

/// The path from the line to the other end: delay, jitter and order.
///
/// Packets keep their order: none is due before one that left the line earlier, except those that reordering
/// chooses, which skip the delay. Lateness that order causes becomes a debt: later packets' delays are
/// reduced by it, as far as order and the jitter's reach allow, so the mean delay stays the configured one.
/// If packets arrive closer together than their jitter, they leave in groups: their delays spread less than
/// configured for even jitter (uniform, normal), and more for jitter with a long tail, because one late
/// packet holds up many.
struct Propagation: Sendable {
    /// Delay debt is cleared after this much idle time.
    private static let idleTime: Nanoseconds = 1_000_000_000

    private let seed: UInt64
    private var delay: Nanoseconds
    private var jitter: JitterDraws?
    private var reordering: ReorderingChoice?
    /// Minimum delay of packets that keep their place.
    private var leastDelay: Nanoseconds
    private var reach: Nanoseconds
    private var lastDue = Instant(nanoseconds: .min / 2)
    /// The debt: total lateness of packets beyond their drawn delays.
    private var owed: Nanoseconds = 0
    /// Due time of the last packet before the line changed. Waiting for it adds no debt.
    private var changeEnd = Instant(nanoseconds: .min / 2)

    init(_ parameters: DirectionParameters, seed: UInt64) {
        self.seed = seed
        delay = parameters.oneWayDelay
        jitter = parameters.jitter.map { JitterDraws($0, seed: seed) }
        reordering = parameters.reordering.map { ReorderingChoice($0, seed: seed) }
        reach = parameters.jitter?.reach ?? 0
        leastDelay = max(0, parameters.oneWayDelay - reach)
    }

    /// Minimum delay of any packet.
    var shortest: Nanoseconds { reordering == nil ? leastDelay : 0 }

    /// Call it for every packet of a flow in order.
    mutating func course(_ packet: PacketIdentity) -> PacketCourse {
        PacketCourse(
            deviation: jitter?.deviation(packet) ?? 0,
            isReordered: reordering?.overtakes(packet) ?? false
        )
    }

    /// When a packet is due that left the line at `end`. If the line has changed and reorders no more, a
    /// packet chosen to overtake keeps its place.
    mutating func due(_ course: inout PacketCourse, from end: Instant) -> Instant {
        course.isReordered = course.isReordered && reordering != nil
        if course.isReordered { return end }
        guard jitter != nil else {
            lastDue = max(lastDue, end + delay)
            return lastDue
        }
        if end > lastDue + max(Self.idleTime, 2 * reach) { owed = 0 }
        let wish = max(end + (delay + course.deviation), changeEnd)
        lastDue = max(lastDue, end + leastDelay, wish - owed)
        owed += lastDue - wish
        return lastDue
    }

    /// Random chains keep their states; due times already given stay.
    mutating func change(to parameters: DirectionParameters) {
        delay = parameters.oneWayDelay
        reach = parameters.jitter?.reach ?? 0
        leastDelay = max(0, delay - reach)
        (owed, changeEnd) = (0, lastDue)
        jitter = parameters.jitter.map { asked in
            var draws = jitter ?? JitterDraws(asked, seed: seed)
            draws.change(to: asked)
            return draws
        }
        reordering = parameters.reordering.map { asked in
            var choice = reordering ?? ReorderingChoice(asked, seed: seed)
            choice.change(to: asked)
            return choice
        }
    }
}
