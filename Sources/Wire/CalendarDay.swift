/// A day of the Gregorian calendar in UTC.
package struct CalendarDay: Hashable, Sendable {
    package var year: Int64
    /// From 1.
    package var month: Int64
    /// From 1.
    package var day: Int64

    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    // Years start in March, so that the leap day is a year's last day. There are 719,468 days from 1 March of
    // year 0 to 1970.

    package init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = (marchMonth + 2) % 12 + 1
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    }

    /// Days beyond the month's end are valid, and count from the month's first day.
    package var daysSince1970: Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Int64 {
    /// Quotient rounded down, and a remainder that is never negative.
    package func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
