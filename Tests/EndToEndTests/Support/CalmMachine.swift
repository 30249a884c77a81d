import Glibc
import LinuxIO
import RealTime

/// Whether the machine wakes threads in time. If it does not, its host is busy, and measurements made
/// meanwhile are not trusted.
enum CalmMachine {
    /// Each check consists of this many sleeps.
    private static let sleeps = 400
    private static let microseconds: UInt32 = 1000
    /// A sleep that takes longer has ended late.
    private static let inTime = Duration.milliseconds(2)
    /// Maximum number of late sleeps.
    private static let lateSleeps = 2

    /// Waits until sleeps end in time, at most `limit`. Processors are kept awake, as a line keeps them; a
    /// host that wakes them slowly does not matter then.
    static func wait(atMost limit: Duration) {
        let wakeful = WakefulProcessors.hold()
        defer { withExtendedLifetime(wakeful) {} }
        let clock = ContinuousClock()
        let end = clock.now + limit
        while clock.now < end, !isCalm(clock) {}
    }

    /// Microseconds since the machine's start in which a program waited for a processor; nil if the kernel does not count.
    static var waiting: Int? {
        guard let text = try? WholeFile.read("/proc/pressure/cpu", limit: 1000) else { return nil }
        let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        return words.first { $0.hasPrefix("total=") }.flatMap { Int($0.dropFirst(6)) }
    }

    private static func isCalm(_ clock: ContinuousClock) -> Bool {
        let late = (1...sleeps).count { _ in clock.measure { usleep(microseconds) } > inTime }
        return late <= lateSleeps
    }
}
