import Wire

/// Where a timer stands in the kernel's wheel since it was set for that time.
struct TimerSlot: Hashable {
    var due: Instant
    var set: Instant
    /// Counts the timers set before, of both hosts.
    var order: Int

    var wheel: Int { KernelTime.wheel(KernelTime.ticks(due) - KernelTime.ticks(set)) }
}
