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
        let days = Self.days(year: year, month: Int64(month + 1), day: day)
        let back = Self.calendar(days: days)
        guard back == (year, Int64(month + 1), day), Self.floored(days, 7).remainder == dayName else {
            return nil
        }
        secondsSince1970 = days * Self.secondsADay + hour * 3600 + minute * 60 + second
    }

    package var description: String {
        let (days, seconds) = Self.floored(secondsSince1970, Self.secondsADay)
        let (year, month, day) = Self.calendar(days: days)
        let dayName = Self.dayNames[Int(Self.floored(days, 7).remainder)]
        let date =
            "\(dayName), \(Self.padded(day)) \(Self.monthNames[Int(month) - 1]) \(Self.padded(year, 4))"
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0) }
        return "\(date) \(clock.joined(separator: ":")) GMT"
    }

    package static func < (lhs: HTTPDate, rhs: HTTPDate) -> Bool {
        lhs.secondsSince1970 < rhs.secondsSince1970
    }

    /// Days since 1970 of a date in the Gregorian calendar. Years count from March, so that the leap day is a
    /// year's last; 719,468 days lie between the first of March of year 0 and 1970.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floored(marchYear, 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func calendar(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floored(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = (marchMonth + 2) % 12 + 1
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func floored(_ value: Int64, _ by: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: by)
        return remainder < 0 ? (quotient - 1, remainder + by) : (quotient, remainder)
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
