import Glibc
import LinuxIO
import RealTime

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

    /// Waits until sleeps end in time, but not longer than `limit`: with processors awake, as a line keeps them. A host that
    /// is slow to wake them may well leave them alone then.
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
