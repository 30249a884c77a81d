import Wire

/// Formats dates and times in UTC.
package enum TimestampFormat {
    /// ISO 8601 to the millisecond, such as `2026-03-01T09:30:00.125Z`, from nanoseconds since 1970.
    package static func text(_ wall: Int64) -> String {
        text(wall, digits: 3, unit: 1_000_000)
    }

    /// ISO 8601 to the nanosecond.
    package static func precise(_ wall: Int64) -> String {
        text(wall, digits: 9, unit: 1)
    }

    private static func text(_ wall: Int64, digits: Int, unit: Int64) -> String {
        let (seconds, rest) = wall.flooredDivision(by: 1_000_000_000)
        let (days, second) = seconds.flooredDivision(by: 86_400)
        let day = CalendarDay(daysSince1970: days)
        let date = "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
        let time = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(date)T\(time).\(padded(rest / unit, digits))Z"
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
