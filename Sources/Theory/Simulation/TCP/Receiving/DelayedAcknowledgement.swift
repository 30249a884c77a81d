import Wire

/// Delayed acknowledgement: at once in quick mode and after more than a full segment, otherwise with the
/// second segment, with outgoing data, or by the timer.
struct DelayedAcknowledgement {
    private static let mostQuick = 16
    /// Ticks: 40 ms.
    private static let leastDelay = 10

    /// Ticks.
    private let mostDelay: Int
    /// The delay grows up to this, in ticks.
    private let longestGap: Int
    private let kernelTimer: TimerWheel.Timer
    /// The largest segment seen so far, an estimate of the full segment.
    private(set) var segment: Int
    private var quick = 0
    private(set) var isInteractive = false
    /// Ticks; 0 before the first data.
    private var delay = 0
    private var lastData = 0
    private(set) var isScheduled = false
    private var isPushed = false
    private var isPushedTwice = false
    private(set) var deadline: Instant?
    /// The tick for which the timer is set. The wheel lets it expire at the next one.
    private var dueTick = 0
    /// When the kernel's timer runs out. It goes on when an acknowledgement has been sent otherwise, and then only matters
    /// to acknowledgements that are held after a gap.
    private(set) var timer: Instant?

    init(kernel: KernelRelease, segment: Int, timer: TimerWheel.Timer) {
        kernelTimer = timer
        mostDelay = kernel.longestDelay
        longestGap = kernel.longestGap
        self.segment = min(536, segment)
    }

    var isQuick: Bool { quick > 0 && !isInteractive }

    mutating func begin(at now: Instant) {
        lastData = KernelTime.ticks(now)
    }

    /// Notes arrived data. True if it changed the estimated segment size.
    mutating func data(_ segmentBytes: Int, isPushed: Bool, window: Int, _ timeout: Int, at now: Instant)
        -> Bool
    {
        isScheduled = true
        let isNews = measure(segmentBytes, isPushed: isPushed)
        let ticks = KernelTime.ticks(now)
        if delay == 0 {
            hurry(window)
            delay = Self.leastDelay
        } else {
            let gap = ticks - lastData
            if gap <= Self.leastDelay / 2 {
                delay = delay / 2 + Self.leastDelay / 2
            } else if gap < delay {
                delay = min(delay / 2 + gap, timeout, longestGap)
            } else if gap > timeout {
                hurry(window)
            }
        }
        lastData = ticks
        return isNews
    }

    /// Estimates the size of a full segment from one; true if that changed.
    mutating func measure(_ length: Int, isPushed pushed: Bool) -> Bool {
        if length >= segment {
            let isNews = length != segment
            segment = length
            if pushed { isPushed = true }
            return isNews
        }
        if isPushed { isPushedTwice = true }
        isPushed = true
        return false
    }

    private mutating func hurry(_ window: Int) {
        quick = max(quick, min(max(2, window / (2 * segment)), Self.mostQuick))
    }

    /// After a loss or gap, the sender needs an acknowledgement of every segment.
    mutating func alarm(_ window: Int) {
        hurry(window)
        isInteractive = false
        delay = Self.leastDelay
    }

    /// An acknowledgement is pending.
    mutating func schedule() { isScheduled = true }

    /// The other end has closed: its FIN is acknowledged with this end's own, unless that takes too long.
    mutating func awaitFinish() {
        isScheduled = true
        isInteractive = true
    }

    mutating func windowGrew() { quick |= 1 }

    /// Little room is left: the sender is not to hurry.
    mutating func calm() { quick = 0 }

    /// An acknowledgement went out, alone or with data.
    mutating func sent() {
        if quick > 0, isScheduled {
            quick -= 1
            if quick == 0 { delay = Self.leastDelay }
        }
        isScheduled = false
        isPushed = false
        isPushedTwice = false
        deadline = nil
    }

    /// This end sent data: a prompt answer makes the connection interactive.
    mutating func answered(at now: Instant) {
        if KernelTime.ticks(now) - lastData < delay { isInteractive = true }
    }

    /// Whether reading all data triggers the acknowledgement.
    var isDueWhenRead: Bool {
        isScheduled && (isPushedTwice || isPushed && !isInteractive)
    }

    /// Starts the timer; true if it is about to expire anyway, so that waiting is no use.
    mutating func wait(roundTrip: Int, at now: Instant) -> Bool {
        var ticks = delay
        if ticks > Self.leastDelay {
            var most = mostDelay
            if roundTrip > 0 {
                most = min(most, max(KernelTime.ticks(microseconds: roundTrip), Self.leastDelay))
            }
            ticks = min(ticks, most)
        }
        let tick = KernelTime.ticks(now)
        if deadline != nil, dueTick <= tick + ticks / 4 { return true }
        if deadline == nil || tick + ticks < dueTick {
            dueTick = tick + ticks
            deadline = kernelTimer.set(ticks, at: now)
        }
        timer = deadline
        return false
    }

    /// Whether the timer has run out since it was asked last.
    mutating func takeExpiredTimer(by now: Instant) -> Bool {
        guard let due = timer, due <= now else { return false }
        timer = nil
        return true
    }

    /// The timer expired. `timeout` is the retransmission timeout, in ticks: the delay doubles up to it.
    mutating func lapse(timeout: Int) {
        deadline = nil
        timer = nil
        if isInteractive {
            isInteractive = false
            delay = Self.leastDelay
        } else {
            delay = min(2 * delay, timeout, longestGap)
        }
    }
}
