import Wire

/// The way from the line to the other end: delay, jitter and order.
///
/// Order is kept: no packet is due before one that left the line ahead of it, but for those that reordering chooses,
/// which skip the delay. What order makes late is owed: it is taken off the delay of later packets, as far as order and
/// the jitter's own reach allow, so the mean delay stays the one asked for. Where packets come closer together than
/// their jitter, they come out in groups: their delays spread less than was asked for where the jitter is even (uniform,
/// normal), and more where its tail is long, as one late packet then holds up many.
struct Propagation: Sendable {
    /// What is still owed when the line has carried nothing for so long is forgotten.
    private static let idleTime: Nanoseconds = 1_000_000_000

    private let seed: UInt64
    private var delay: Nanoseconds
    private var jitter: JitterDraws?
    private var reordering: ReorderingChoice?
    /// No packet that keeps its place takes less.
    private var leastDelay: Nanoseconds
    private var reach: Nanoseconds
    private var lastDue = Instant(nanoseconds: .min / 2)
    /// How much later than drawn the packets have been, taken together.
    private var owed: Nanoseconds = 0
    /// What the line made late before it changed is not owed.
    private var changeEnd = Instant(nanoseconds: .min / 2)

    init(_ parameters: DirectionParameters, seed: UInt64) {
        self.seed = seed
        delay = parameters.oneWayDelay
        jitter = parameters.jitter.map { JitterDraws($0, seed: seed) }
        reordering = parameters.reordering.map { ReorderingChoice($0, seed: seed) }
        reach = parameters.jitter?.reach ?? 0
        leastDelay = max(0, parameters.oneWayDelay - reach)
    }

    /// Nothing takes less.
    var shortest: Nanoseconds { reordering == nil ? leastDelay : 0 }

    /// To be asked of every packet of a flow in turn.
    mutating func course(_ packet: PacketIdentity) -> PacketCourse {
        PacketCourse(
            deviation: jitter?.deviation(packet) ?? 0,
            isReordered: reordering?.hurries(packet) ?? false
        )
    }

    /// When a packet is due that the line is through with at `end`. One that was to go ahead keeps its place where the
    /// line has changed and reorders no more.
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

    /// What is random goes on from where it is; what is under way is due as it was.
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
