import LinuxIO
import Testing

@Suite struct CalendarTests {
    @Test func `a date can be advanced by at most a hundred years`() {
        let calendar = Calendar()
        let years = Calendar.furthest
        #expect(calendar.advance(by: years - 1) && calendar.advance(by: 1))
        for time in [1, years, .max] { #expect(!calendar.advance(by: time)) }
        #expect(calendar.wall - RunClock.wall() <= years)
        // What is kept for a hundred years from then on still has a date.
        #expect(!calendar.wall.addingReportingOverflow(years).overflow)
    }

    @Test func `the date never goes back`() {
        let calendar = Calendar()
        #expect(!calendar.advance(by: -1) && !calendar.advance(by: .min))
    }
}
