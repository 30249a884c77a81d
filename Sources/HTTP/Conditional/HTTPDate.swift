import Wire

/// A date as fields state it: whole seconds of universal time, `Sun, 06 Nov 1994 08:49:37 GMT`.
package struct HTTPDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var secondsSince1970: Int64

    package init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    private static let dayNames = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let secondsADay: Int64 = 86_400

    /// Reads the fixed-length form; nil where the text is any other or names no real moment.
    package init?(parsing text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard text.utf8.count == 29, words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
            let dayName = Self.dayNames.firstIndex(of: String(words[0].dropLast())),
            let day = Self.number(words[1], digits: 2),
            let month = Self.monthNames.firstIndex(of: String(words[2])),
            let year = Self.number(words[3], digits: 4)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = Self.number(clock[0], digits: 2), hour < 24,
            let minute = Self.number(clock[1], digits: 2), minute < 60,
            // A leap second counts as the second after it.
            let second = Self.number(clock[2], digits: 2), second <= 60
        else { return nil }
        let date = CalendarDay(year: year, month: Int64(month + 1), day: day)
        let days = date.daysSince1970
        guard CalendarDay(daysSince1970: days) == date, days.flooredDivision(by: 7).remainder == dayName
        else {
            return nil
        }
        secondsSince1970 = days * Self.secondsADay + hour * 3600 + minute * 60 + second
    }

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

    private static func number(_ text: Substring, digits: Int) -> Int64? {
        guard text.utf8.count == digits else { return nil }
        return HTTPText.number(ArraySlice(text.utf8)).map { Int64($0) }
    }

    private static func padded(_ value: Int64, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
