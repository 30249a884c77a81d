import Wire

/// A date in the format of fields: whole seconds of universal time, `Sun, 06 Nov 1994 08:49:37 GMT`.
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

// MARK: Parsing

extension HTTPDate {
    /// Reads any of the three forms of RFC 9110; nil if the text is none of them or names no real moment. Letters may be
    /// of either case, and the day of the week may be a wrong one: both occur, and day, month and year say all.
    ///
    /// `now` decides the century of a two-digit year: no such date is more than 50 years ahead.
    package init?(parsing text: String, now: HTTPDate) {
        let words = text.uppercased().split(separator: " ", maxSplits: 7, omittingEmptySubsequences: false)
        guard let written = Self.fixed(words) ?? Self.dashed(words) ?? Self.unzoned(words),
            let clock = Self.clock(written.clock)
        else { return nil }
        var date = written.date
        if written.isShort { date.year = Self.fullYear(of: date, clock, now) }
        let days = date.daysSince1970
        guard CalendarDay(daysSince1970: days) == date else { return nil }
        self.init(secondsSince1970: days * Self.secondsADay + clock)
    }

    private struct Written {
        var date: CalendarDay
        var clock: Substring
        /// The year has two digits.
        var isShort = false

        /// `isNamed`: it begins with a day of the week.
        init?(_ isNamed: Bool, day: Substring, month: Substring, year: Substring, clock: Substring) {
            guard isNamed, let day = number(day, digits: 2),
                let year = number(year, digits: year.utf8.count),
                let month = monthNames.firstIndex(where: { $0.uppercased() == month })
            else { return nil }
            self.clock = clock
            date = CalendarDay(year: year, month: Int64(month) + 1, day: day)
        }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    private static func fixed(_ words: [Substring]) -> Written? {
        guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[3].utf8.count == 4,
            words[5] == "GMT"
        else { return nil }
        let isNamed = isDay(words[0].dropLast(), of: dayNames)
        return Written(isNamed, day: words[1], month: words[2], year: words[3], clock: words[4])
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`, the form of RFC 850.
    private static func dashed(_ words: [Substring]) -> Written? {
        guard words.count == 4, words[0].hasSuffix(","), words[3] == "GMT" else { return nil }
        let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, date[2].utf8.count == 2 else { return nil }
        let isNamed = isDay(words[0].dropLast(), of: longDayNames)
        var written = Written(isNamed, day: date[0], month: date[1], year: date[2], clock: words[2])
        written?.isShort = true
        return written
    }

    /// `Sun Nov  6 08:49:37 1994`, the form of `asctime`: a one-digit day follows a second space.
    private static func unzoned(_ words: [Substring]) -> Written? {
        let isPadded = words.count == 6 && words[2].isEmpty && words[3].utf8.count == 1
        guard isPadded || words.count == 5, let year = words.last, year.utf8.count == 4 else { return nil }
        return Written(
            isDay(words[0], of: dayNames),
            day: isPadded ? "0" + words[3] : words[2],
            month: words[1],
            year: year,
            clock: words[words.count - 2]
        )
    }

    private static func isDay(_ word: Substring, of names: [String]) -> Bool {
        names.contains { $0.uppercased() == word }
    }

    private static let longDayNames = [
        "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]

    /// Seconds of the day; a leap second counts as the second after it.
    private static func clock(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], digits: 2), hour < 24,
            let minute = number(parts[1], digits: 2), minute < 60,
            let second = number(parts[2], digits: 2), second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// The latest year with these two last digits that puts the date at most 50 years ahead.
    private static func fullYear(of date: CalendarDay, _ clock: Int64, _ now: HTTPDate) -> Int64 {
        let (today, seconds) = now.secondsSince1970.flooredDivision(by: secondsADay)
        var horizon = CalendarDay(daysSince1970: today)
        horizon.year += 50
        var full = date
        full.year = horizon.year - (horizon.year - date.year).flooredDivision(by: 100).remainder
        let isBeyond = (full.daysSince1970, clock) > (horizon.daysSince1970, seconds)
        return isBeyond ? full.year - 100 : full.year
    }

    private static func number(_ text: Substring, digits: Int) -> Int64? {
        guard text.utf8.count == digits else { return nil }
        return HTTPText.number(ArraySlice(text.utf8)).map { Int64($0) }
    }
}
