import LinuxIO
package import Wire

/// Keeps the calling thread exact, and before all ordinary threads for as long as it sleeps a good part of the time; the
/// line's also keeps the processors awake, unless nothing comes for long.
///
/// For the few threads whose waking is measured. Made and used on the thread itself; what this user may not have is
/// gone without.
package struct ThreadPrecedence: ~Copyable, Sendable {
    /// Who goes first among them: the line, since all others wait for what it carries, and count its lateness.
    package enum Rank: Int32, Sendable {
        case host = 1
        case line
    }

    private let rank: Rank
    private var duty: DutyWatch
    private var crowd: CrowdWatch
    private let isAllowed: Bool
    private let staysFirst: Bool
    /// How long others wait; nil where the thread does not stay first, or the kernel does not know.
    private let pressure: ProcessorPressure?
    private var pressureWatch = PressureWatch()
    private var budget: PrecedenceBudget
    private var isFirst: Bool
    private var quiet = QuietWatch()
    /// nil while it is quiet, and where this user may not have it or the thread is a host's.
    private var wakeful: WakefulProcessors?
    private let keepsAwake: Bool

    /// One that `leavesOthersRoom` has one processor of several, and sleeps where it can while others want it: it goes
    /// first even if it hardly sleeps, in a crowd, and where hardly anybody has to wait; for as much of the time as the
    /// kernel allows. Hosts wait for the line, so that those who go before it while it cannot keep its times only make it
    /// later.
    package init(from now: Instant, rank: Rank = .host, leavesOthersRoom: Bool = false) {
        self.rank = rank
        ThreadTiming.makeExact()
        isAllowed = ThreadTiming.setRealTime(true, rank: rank.rawValue)
        isFirst = isAllowed
        staysFirst = isAllowed && leavesOthersRoom
        pressure = staysFirst ? ProcessorPressure.ofThisMachine() : nil
        duty = DutyWatch(from: now)
        let ran = ThreadTiming.processorTime()
        crowd = CrowdWatch(from: now, ran: ran, patience: isAllowed ? .short : .long)
        budget = PrecedenceBudget(from: now, ran: ran)
        wakeful = rank == .line ? .hold() : nil
        keepsAwake = wakeful != nil
    }

    /// That of a host's thread; nil in virtual time, where nobody is woken late.
    package static func ofHost(from now: Instant) -> ThreadPrecedence? {
        if ClockKind.ofThisMachine == .real { return ThreadPrecedence(from: now) }
        ThreadTiming.makeExactInVirtualTime(rank: Rank.host.rawValue)
        return nil
    }

    /// True where others want the processor: the thread should sleep where it can rather than spin.
    package var isCrowded: Bool { crowd.isCrowded }

    /// True where a processor may be asleep when the thread's time comes, and there is another one for everybody else.
    package var mayOversleep: Bool { !keepsAwake && Machine.processors > 1 }

    /// How long to sleep where nothing has to be done for `length`, nil for without end.
    package func sleep(of length: Nanoseconds?) -> Nanoseconds? {
        keepsAwake ? quiet.sleep(of: length) : length
    }

    /// To be told of every sleep, and whether something came that ended it.
    package mutating func slept(_ length: Nanoseconds, wasWoken: Bool = true) {
        duty.slept(length)
        crowd.slept(length)
        guard keepsAwake else { return }
        quiet.slept(length, wasWoken: wasWoken)
        if quiet.isQuiet {
            wakeful = nil
        } else if wakeful == nil {
            wakeful = .hold()
        }
    }

    /// To be called often, also by a thread that does not come to sleep: takes the precedence back before the
    /// kernel would stop it. True where it has become or ceased to be crowded.
    @discardableResult
    package mutating func review(at now: Instant) -> Bool {
        let changed = crowd.review(at: now) { ThreadTiming.processorTime() }
        budget.review(at: now) { ThreadTiming.processorTime() }
        if changed, crowd.isCrowded {
            // Among others it matters to go first, and a thread that spins less may.
            duty = DutyWatch(from: now)
            goFirst(true)
        } else {
            goFirst(mayGoFirst(now) && !budget.isSpent)
        }
        return changed
    }

    /// Whether it may as far as the others go.
    private mutating func mayGoFirst(_ now: Instant) -> Bool {
        if staysFirst && crowd.isCrowded { return true }
        duty.review(at: now)
        return duty.isLight || standsInNobodysWay(now)
    }

    private mutating func goFirst(_ first: Bool) {
        guard isAllowed, first != isFirst else { return }
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
