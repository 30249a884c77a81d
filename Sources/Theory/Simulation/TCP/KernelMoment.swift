import Wire

/// Time of the current call, and the time that the kernel uses for timestamps. For an answer, that is when
/// the packet it answers reached the host.
struct KernelMoment {
    let now: Instant
    let stampedAt: Instant

    init(_ now: Instant, stampedAt: Instant? = nil) {
        self.now = now
        self.stampedAt = stampedAt ?? now
    }

    var microseconds: Int { KernelTime.microseconds(now) }
    var stamp: Int { KernelTime.milliseconds(stampedAt) }
}
