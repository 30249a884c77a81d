internal import CLinux
import Glibc
import LinuxIO
import Wire

/// Whether a thread of this user's, and a line's, is woken in time at the moment.
package enum HostCalm {
    private static let sleeps = 60
    private static let length: Nanoseconds = 1_000_000
    /// A run is trusted where one packet in a hundred is not later than this.
    private static let late: Nanoseconds = 1_000_000
    /// More sleeps that ended late are no chance.
    private static let mostLate = 2

    /// Looks as a line's thread would: with the processors awake and before all others, where this user may have that.
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
