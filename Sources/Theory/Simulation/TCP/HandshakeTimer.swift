import Wire

/// Retransmission of SYN and SYN-ACK: first after a second, doubling each time. The client of a newer kernel repeats at
/// one-second intervals four times before the wait doubles.
struct HandshakeTimer {
    private let timer: TimerWheel.Timer
    private let evenRepeats: Int
    private var sentAt = Instant.zero
    /// Repeats by the timer; the other end's repeats are answered, too.
    private var repeats = 0
    private var copies = 0
    private var firstStamp = 0
    private(set) var deadline: Instant?

    init(_ timer: TimerWheel.Timer, _ kernel: KernelRelease) {
        self.timer = timer
        evenRepeats = kernel.evenRepeats
    }

    mutating func sent(isClient: Bool, at moment: KernelMoment) {
        let now = moment.now
        sentAt = now
        if copies == 0 { firstStamp = moment.stamp }
        copies += 1
        let doublings = isClient ? max(0, repeats - evenRepeats) : repeats
        deadline = timer.set(KernelTime.ticksPerSecond << min(7, doublings), at: now)
    }

    /// True if it has expired.
    mutating func expires(at now: Instant) -> Bool {
        guard let due = deadline, due <= now else { return false }
        deadline = nil
        return true
    }

    mutating func countRepeat() { repeats += 1 }
    mutating func stop() { deadline = nil }

    /// Microseconds since sending. After a repeat the timestamp that the answer echoes tells, in whole milliseconds.
    func roundTrip(echo: Int, at moment: KernelMoment) -> Int {
        guard copies == 1 else { return max(1, moment.stamp - echo) * 1000 }
        return max(1, KernelTime.microseconds(moment.now) - KernelTime.microseconds(sentAt))
    }

    /// Whether the connection begins with one segment: more than one repeat was needed, as `echo` of the answer shows.
    func isCautious(echo: Int) -> Bool { repeats > 0 && copies > 2 && echo != firstStamp }
}
