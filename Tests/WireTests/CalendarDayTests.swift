import Testing
import Wire

struct CalendarDayTests {
    @Test(
        arguments: [
            (0, CalendarDay(year: 1970, month: 1, day: 1)), (-1, CalendarDay(year: 1969, month: 12, day: 31)),
            (11_016, CalendarDay(year: 2000, month: 2, day: 29)),
            (11_017, CalendarDay(year: 2000, month: 3, day: 1)),
            (47_540, CalendarDay(year: 2100, month: 2, day: 28)),
            (47_541, CalendarDay(year: 2100, month: 3, day: 1)),
            (-719_528, CalendarDay(year: 0, month: 1, day: 1)),
        ] as [(Int64, CalendarDay)]
    )
    func `days and dates convert both ways`(days: Int64, date: CalendarDay) {
        #expect(CalendarDay(daysSince1970: days) == date)
        #expect(date.daysSince1970 == days)
    }

    @Test func `every day of four centuries round-trips`() {
        for days in stride(from: Int64(-60_000), through: 90_000, by: 1)
        where CalendarDay(daysSince1970: days).daysSince1970 != days {
            Issue.record("day \(days)")
        }
    }
}
