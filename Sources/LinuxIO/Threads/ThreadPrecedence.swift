package import Wire

/// Keeps the calling thread exact, and before all ordinary threads for as long as it sleeps a good part of the time.
///
/// For the few threads whose waking is measured. Made and used on the thread itself; what this user may not have is
/// gone without.
package struct ThreadPrecedence: Hashable, Sendable {
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

    /// One that `leavesOthersRoom` has one processor of several, and sleeps where it can while others want it: in a crowd
    /// it goes first even if it hardly sleeps. Hosts wait for the line, so that those who go before it while it cannot
    /// keep its times only make it later.
    package init(from now: Instant, rank: Rank = .host, leavesOthersRoom: Bool = false) {
        self.rank = rank
        staysFirst = leavesOthersRoom && ThreadTiming.stopsOnlyForOthers
        ThreadTiming.makeExact()
        mayGoFirst = ThreadTiming.setRealTime(true, rank: rank.rawValue)
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
            if mayGoFirst { ThreadTiming.setRealTime(true, rank: rank.rawValue) }
        } else if mayGoFirst, !(staysFirst && crowd.isCrowded), let isLight = duty.change(at: now) {
            ThreadTiming.setRealTime(isLight, rank: rank.rawValue)
        }
        return changed
    }
}
