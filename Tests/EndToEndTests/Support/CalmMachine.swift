import Glibc

/// Whether the machine lets a thread go on when its time has come. Where it does not, its host is busy with others, and
/// what is measured meanwhile is not trusted.
enum CalmMachine {
    /// Looks one after the other, this many sleeps each.
    private static let sleeps = 400
    private static let microseconds: UInt32 = 1000
    /// One that takes longer has ended late.
    private static let inTime = Duration.milliseconds(2)
    /// How many may end late.
    private static let lateSleeps = 2

    /// Waits until sleeps end in time, but not longer than `limit`.
    static func wait(atMost limit: Duration) {
        let request = keepProcessorsAwake()
        defer { if let request { close(request) } }
        let clock = ContinuousClock()
        let end = clock.now + limit
        while clock.now < end, !isCalm(clock) {}
    }

    private static func isCalm(_ clock: ContinuousClock) -> Bool {
        let late = (1...sleeps).count { _ in clock.measure { usleep(microseconds) } > inTime }
        return late <= lateSleeps
    }

    /// As a line does that is measured: a host that is slow to wake processors may well leave them alone while they are
    /// awake. They are until this is closed; nil where the user may not have it so.
    private static func keepProcessorsAwake() -> Int32? {
        let request = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC)
        guard request >= 0 else { return nil }
        var none: Int32 = 0
        _ = write(request, &none, MemoryLayout.size(ofValue: none))
        return request
    }
}
