import Wire

/// A date in the format of fields: whole seconds of universal time, `Sun, 06 Nov 1994 08:49:37 GMT`.
package struct HTTPDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var secondsSince1970: Int64

    package init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    static let dayNames = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    static let secondsADay: Int64 = 86_400

    package var description: String {
        let (days, seconds) = secondsSince1970.flooredDivision(by: Self.secondsADay)
        let date = CalendarDay(daysSince1970: days)
        let dayName = Self.dayNames[Int(days.flooredDivision(by: 7).remainder)]
        let month = Self.monthNames[Int(date.month) - 1]
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0) }
        return "\(dayName), \(Self.padded(date.day)) \(month) \(Self.padded(date.year, 4)) "
            + "\(clock.joined(separator: ":")) GMT"
    }

    package static func < (lhs: HTTPDate, rhs: HTTPDate) -> Bool {
        lhs.secondsSince1970 < rhs.secondsSince1970
    }

    private static func padded(_ value: Int64, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
