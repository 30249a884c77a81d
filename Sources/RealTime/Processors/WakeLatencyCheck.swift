internal import CLinux
import Glibc
import LinuxIO
import Wire

/// Judges whether threads, including a line's, are currently woken in time on this machine.
package enum WakeLatencyCheck {
    private static let sleeps = 60
    private static let length: Nanoseconds = 1_000_000
    /// A run is trusted if its 99th percentile of lateness is at most this.
    private static let late: Nanoseconds = 1_000_000
    /// More late sleeps than this are not chance.
    private static let mostLate = 2

    /// Tests like a line's thread: with processors kept awake and real-time priority, if this user may have
    /// them.
    package static func isBusy() -> Bool {
        let wakeful = WakefulProcessors.hold()
        defer { withExtendedLifetime(wakeful) {} }
        ThreadTiming.dropSlack()
        let isFirst = ThreadTiming.setRealTime(true, rank: ThreadPrecedence.Rank.line.rawValue)
        defer { if isFirst { ThreadTiming.setRealTime(false) } }
        let clock = RunClock()
        var found = 0
        for _ in 0..<sleeps where found <= mostLate {
            let before = clock.now()
            var wanted = timespec(tv_sec: 0, tv_nsec: Int(length))
            nanosleep(&wanted, nil)
            if clock.now() - before > length + late { found += 1 }
        }
        return found > mostLate
    }
}
