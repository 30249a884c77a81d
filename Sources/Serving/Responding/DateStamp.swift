import HTTP
package import LinuxIO
import Synchronization

/// What `Date` says now, written anew once a second. Any thread may ask.
package final class DateStamp: Sendable {
    private let latest = Mutex<(second: Int64, text: String)>((.min, ""))

    private let calendar: Calendar

    package init(_ calendar: Calendar = Calendar()) {
        self.calendar = calendar
    }

    package var now: String { text(at: calendar.wall / 1_000_000_000) }

    func text(at second: Int64) -> String {
        latest.withLock { latest in
            if latest.second != second {
                latest = (second, HTTPDate(secondsSince1970: second).description)
            }
            return latest.text
        }
    }
}
