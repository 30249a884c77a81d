import LinuxIO
package import Wire

/// Keeps the calling thread exact, and puts it before all ordinary threads as long as it sleeps enough. For
/// the line's thread it also keeps the processors awake, unless nothing happens for long.
///
/// For the few threads whose waking is measured. Made and used on the thread itself; skips what this user is
/// not allowed to do.
package struct ThreadPrecedence: ~Copyable, Sendable {
    /// Order among these threads. The line goes first, since all others wait for what it carries and measure
    /// its lateness.
    package enum Rank: Int32, Sendable {
        case host = 1
        case line
    }

    private let rank: Rank
    private var duty: DutyCycleMonitor
    private var crowd: ContentionMonitor
    private let isAllowed: Bool
    private let keepsPrecedence: Bool
    /// Measures how long others wait; nil if the thread does not stay first, or the kernel does not count it.
    private let pressure: ProcessorPressure?
    private var pressureWatch = PressureMonitor()
    private var budget: PrecedenceBudget
    private var isFirst: Bool
    private var quiet = IdleMonitor()
    /// nil while it is quiet, for threads of hosts, and if this user may not keep processors awake.
    private var wakeful: WakefulProcessors?
    private let keepsAwake: Bool

    /// A thread that `leavesOthersRoom` uses one processor of several, and sleeps if it can while others want
    /// it. It goes first even if it hardly sleeps: in a crowd, and if hardly any thread has to wait, for as
    /// long as the kernel allows. Hosts wait for the line, so a host that ran before a late line would only
    /// make it later.
    package init(from now: Instant, rank: Rank = .host, leavesOthersRoom: Bool = false) {
        self.rank = rank
        ThreadTiming.makeExact()
        isAllowed = ThreadTiming.setRealTime(true, rank: rank.rawValue)
        isFirst = isAllowed
        keepsPrecedence = isAllowed && leavesOthersRoom
        pressure = keepsPrecedence ? ProcessorPressure.ofThisMachine() : nil
        duty = DutyCycleMonitor(from: now)
        let ran = ThreadTiming.processorTime()
        crowd = ContentionMonitor(from: now, ran: ran, patience: isAllowed ? .short : .long)
        budget = PrecedenceBudget(from: now, ran: ran)
        wakeful = rank == .line ? .hold() : nil
        keepsAwake = wakeful != nil
    }

    /// Precedence for a host's thread; nil in virtual time, in which no thread is woken late.
    package static func ofHost(from now: Instant) -> ThreadPrecedence? {
        if ClockKind.ofThisMachine == .real { return ThreadPrecedence(from: now) }
        ThreadTiming.makeExactInVirtualTime(rank: Rank.host.rawValue)
        return nil
    }

    /// True if others want the processor. The thread should then sleep if it can, instead of spinning.
    package var isCrowded: Bool { crowd.isCrowded }

    /// True if a processor may be asleep at the thread's time, and others have another processor.
    package var mayOversleep: Bool { !keepsAwake && Machine.processors > 1 }

    /// How long to sleep if there is nothing to do for `length`, or for ever if that is nil.
    package func sleep(of length: Nanoseconds?) -> Nanoseconds? {
        keepsAwake ? quiet.sleep(of: length) : length
    }

    /// Must be called after every sleep; `wasWoken` says whether something ended it.
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

    /// Must be called often, even by a thread that never sleeps: gives up precedence before the kernel would
    /// stop the thread. Returns true if a crowd began or ended.
    @discardableResult
    package mutating func review(at now: Instant) -> Bool {
        let changed = crowd.review(at: now) { ThreadTiming.processorTime() }
        budget.review(at: now) { ThreadTiming.processorTime() }
        if changed, crowd.isCrowded {
            // In a crowd precedence matters, and a thread that spins less may have it.
            duty = DutyCycleMonitor(from: now)
            goFirst(true)
        } else {
            goFirst(mayGoFirst(now) && !budget.isSpent)
        }
        return changed
    }

    /// True if the thread may go first as far as others are concerned.
    private mutating func mayGoFirst(_ now: Instant) -> Bool {
        if keepsPrecedence && crowd.isCrowded { return true }
        duty.review(at: now)
        return duty.isLight || mayStillGoFirst(now)
    }

    private mutating func goFirst(_ first: Bool) {
        guard isAllowed, first != isFirst else { return }
        isFirst = first
        ThreadTiming.setRealTime(first, rank: rank.rawValue)
    }

    /// True if a thread that hardly sleeps may still go first.
    private mutating func mayStillGoFirst(_ now: Instant) -> Bool {
        guard let pressure else { return false }
        pressureWatch.review(at: now) { pressure.waited() }
        return !pressureWatch.isHigh
    }
}
