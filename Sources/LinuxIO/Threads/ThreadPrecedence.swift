package import Wire

/// Keeps the calling thread exact, and before all ordinary threads for as long as it sleeps a good part of the time.
///
/// For the few threads whose waking is measured. Made and used on the thread itself; what this user may not have is
/// gone without.
package struct ThreadPrecedence: Sendable {
    /// Who goes first among them: the line, since all others wait for what it carries, and count its lateness.
    package enum Rank: Int32, Sendable {
        case host = 1
        case line
    }

    private let rank: Rank
    private var duty: DutyWatch
    private var crowd: CrowdWatch
    private let mayGoFirst: Bool
    private let staysFirst: Bool
    /// How long others wait; nil where the thread does not stay first, or the kernel does not know.
    private let pressure: ProcessorPressure?
    private var pressureWatch = PressureWatch()
    private var isFirst: Bool

    /// One that `leavesOthersRoom` has one processor of several, and sleeps where it can while others want it: it goes
    /// first even if it hardly sleeps, in a crowd, and where hardly anybody has to wait. Hosts wait for the line, so that
    /// those who go before it while it cannot keep its times only make it later.
    package init(from now: Instant, rank: Rank = .host, leavesOthersRoom: Bool = false) {
        self.rank = rank
        ThreadTiming.makeExact()
        mayGoFirst = ThreadTiming.setRealTime(true, rank: rank.rawValue)
        isFirst = mayGoFirst
        staysFirst = mayGoFirst && leavesOthersRoom && ThreadTiming.stopsOnlyForOthers
        pressure = staysFirst ? ProcessorPressure.ofThisMachine() : nil
        duty = DutyWatch(from: now)
        crowd = CrowdWatch(from: now, ran: ThreadTiming.processorTime())
    }

    /// True where others want the processor: the thread should sleep where it can rather than spin.
    package var isCrowded: Bool { crowd.isCrowded }

    /// To be told of every sleep.
    package mutating func slept(_ length: Nanoseconds) {
        duty.slept(length)
        crowd.slept(length)
    }

    /// To be called often, also by a thread that does not come to sleep: takes the precedence back before the
    /// kernel would stop it. True where it has become or ceased to be crowded.
    @discardableResult
    package mutating func review(at now: Instant) -> Bool {
        let changed = crowd.review(at: now) { ThreadTiming.processorTime() }
        if changed, crowd.isCrowded {
            // Among others it matters to go first, and a thread that spins less may.
            duty = DutyWatch(from: now)
            goFirst(true)
        } else if !(staysFirst && crowd.isCrowded) {
            duty.review(at: now)
            goFirst(duty.isLight || standsInNobodysWay(now))
        }
        return changed
    }

    private mutating func goFirst(_ first: Bool) {
        guard mayGoFirst, first != isFirst else { return }
        isFirst = first
        ThreadTiming.setRealTime(first, rank: rank.rawValue)
    }

    /// Whether one that hardly sleeps may still go first.
    private mutating func standsInNobodysWay(_ now: Instant) -> Bool {
        guard let pressure else { return false }
        pressureWatch.review(at: now) { pressure.waited() }
        return !pressureWatch.isHigh
    }
}
