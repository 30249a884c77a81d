import Wire

/// When the call under way happens, and the time by which the kernel stamps what it sends and reads others' stamps: for
/// an answer, when what it answers came to the host.
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
