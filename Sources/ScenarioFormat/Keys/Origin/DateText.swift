import Wire

/// A moment as text: `2024-05-01` or `2024-05-01T12:00:00Z`.
enum DateText {
    private static let years: ClosedRange<Int64> = 1900...9999

    /// True if a text is meant as a date: it begins with a year and a dash.
    static func isDate(_ text: String) -> Bool {
        let head = text.utf8.prefix(5)
        return head.count == 5 && head.last == UInt8(ascii: "-") && head.dropLast().allSatisfy(isDigit)
    }

    /// Text in the format that is read.
    static func text(_ seconds: Int64) -> String {
        let (days, rest) = seconds.flooredDivision(by: 86_400)
        let day = CalendarDay(daysSince1970: days)
        let date = [padded(day.year, 4), padded(day.month), padded(day.day)].joined(separator: "-")
        let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0) }.joined(separator: ":")
        return "\(date)T\(clock)Z"
    }

    /// Seconds since 1970; nil if the text is no date.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, let year = number(date[0], 4), years.contains(year),
            let month = number(date[1], 2), let day = number(date[2], 2)
        else { return nil }
        let wanted = CalendarDay(year: year, month: month, day: day)
        guard (1...12).contains(month), CalendarDay(daysSince1970: wanted.daysSince1970) == wanted else {
            return nil
        }
        guard parts.count == 2 else { return wanted.daysSince1970 * 86_400 }
        guard parts[1].hasSuffix("Z") else { return nil }
        let clock = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 2), hour < 24,
            let minute = number(clock[1], 2), minute < 60, let second = number(clock[2], 2), second < 60
        else { return nil }
        return wanted.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static func number(_ text: Substring, _ digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy(isDigit) else { return nil }
        return Int64(text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func padded(_ value: Int64, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
