import Wire

/// Time as the kernel counts it: microseconds for round trips, milliseconds for timestamps, ticks for timers.
enum KernelTime {
    /// Debian's and most distributions' kernels tick 250 times a second.
    static let tick: Nanoseconds = 4_000_000
    static let ticksPerSecond = 250

    /// What probes of a tail and the timer for reordering wait beyond what they are for, in microseconds. Older kernels waited two
    /// ticks, however long those were; Linux 6.6 and what is maintained of 6.1 do not.
    static let leastTimeout = 2000

    static func microseconds(_ moment: Instant) -> Int { Int(moment.nanoseconds / 1000) }
    static func milliseconds(_ moment: Instant) -> Int { Int(moment.nanoseconds / 1_000_000) }
    static func ticks(_ moment: Instant) -> Int { Int(moment.nanoseconds / tick) }

    /// Rounded up.
    static func ticks(microseconds: Int) -> Int { (microseconds + 3999) / 4000 }
    static func microseconds(ticks: Int) -> Int { ticks * 4000 }

    /// When a timer set for so many ticks from now goes off. Far ones are kept in wheels of coarser grain, and none may go
    /// off early.
    static func expiry(_ ticks: Int, from now: Instant) -> Instant {
        let expires = Self.ticks(now) + max(1, ticks)
        var shift = 0
        var reach = 63
        while ticks >= reach, shift < 24 {
            shift += 3
            reach = 63 << shift
        }
        let slot = ((expires + (1 << shift)) >> shift) << shift
        return Instant(nanoseconds: Nanoseconds(slot) * tick)
    }
}
