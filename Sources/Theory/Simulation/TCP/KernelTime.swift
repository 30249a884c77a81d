import Wire

/// Time in the kernel's units: microseconds for round trips, milliseconds for timestamps, ticks for timers.
enum KernelTime {
    /// Kernels of Debian and most distributions tick 250 times per second.
    static let tick: Nanoseconds = 4_000_000
    static let ticksPerSecond = 250
    /// Linux boots this long before its tick number is 0.
    static let ticksBeforeZero: Nanoseconds = 300 * 1_000_000_000
    /// Ticks of a slot of the timer wheel for the longest timers that are met, some minutes.
    static let longestSlot: Nanoseconds = 4096
    static let turn = longestSlot * tick

    /// Boot of a guest in virtual time, where no other simulation comes.
    static let guestBoot = Instant(nanoseconds: (turn << 16) + SimulationPlan.wheel(afterBoot: 0))
    /// A guest counts a tick twice when its timers become precise. With the next one the count is right again.
    private static let guestHaste = guestBoot + 2 * tick..<guestBoot + 3 * tick

    /// Minimum extra wait of tail probes and the reordering timer, in microseconds. Older kernels waited two
    /// ticks of any length; Linux 6.6 and current 6.1 releases do not.
    static let leastTimeout = 2000

    static func microseconds(_ moment: Instant) -> Int { Int(moment.nanoseconds / 1000) }
    static func milliseconds(_ moment: Instant) -> Int { Int(moment.nanoseconds / 1_000_000) }
    static func ticks(_ moment: Instant) -> Int {
        Int(moment.nanoseconds / tick) + (guestHaste.contains(moment) ? 1 : 0)
    }

    /// Seconds of the date: a guest's begin with its boot.
    static func seconds(_ moment: Instant) -> Int64 {
        (moment < guestBoot ? moment - .zero : moment - guestBoot) / 1_000_000_000
    }

    /// Rounded up.
    static func ticks(microseconds: Int) -> Int { (microseconds + 3999) / 4000 }
    static func microseconds(ticks: Int) -> Int { ticks * 4000 }

    /// The wheel of a timer set for this many ticks, 0 for the finest. The next one is eight times as coarse.
    static func wheel(_ ticks: Int) -> Int {
        var wheel = 0
        while ticks >= 63 << (3 * wheel), wheel < 8 { wheel += 1 }
        return wheel
    }

    /// When a timer set for this many ticks expires. Distant timers sit in coarser wheels, and none may
    /// expire early. Once timers have expired at a tick, the wheel stands at the next one: `hasTurned`.
    static func expiry(_ ticks: Int, from now: Instant, hasTurned: Bool = false) -> Instant {
        let expires = Self.ticks(now) + max(1, ticks)
        let shift = 3 * wheel(hasTurned ? ticks - 1 : ticks)
        let slot = ((expires + (1 << shift)) >> shift) << shift
        return Instant(nanoseconds: Nanoseconds(slot) * tick)
    }
}
