import Testing

@testable import HTTP

@Suite struct HTTPDateTests {
    private static let now = HTTPDate(secondsSince1970: 1_790_000_000)

    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func `dates are written and parsed`(seconds: Int64, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).description == text)
        #expect(HTTPDate(parsing: text, now: Self.now)?.secondsSince1970 == seconds)
    }

    @Test func `dates of eleven centuries round-trip`() {
        for day in stride(from: Int64(-200_000), to: 200_000, by: 13) {
            let date = HTTPDate(secondsSince1970: day * 86_400 + 3_723)
            #expect(HTTPDate(parsing: date.description, now: Self.now) == date)
        }
    }

    @Test(arguments: [
        "", "Sun, 06 Nov 1994 08:49:37", "Son, 06 Nov 1994 08:49:37 GMT", "Thu, 30 Feb 2023 00:00:00 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sonday, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37", "Sunday, 6-Nov-94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994", "Sun Nov  06 08:49:37 1994",
        "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Thu, 00 Nov 1994 08:49:37 GMT", "Sun, 06 November 1994 08:49:37 GMT",
    ])
    func `invalid dates are rejected`(text: String) {
        #expect(HTTPDate(parsing: text, now: Self.now) == nil)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        // Another day of the week, and letters of another case.
        "Mon, 06 Nov 1994 08:49:37 GMT", "Monday, 06-Nov-94 08:49:37 GMT", "Thu Nov  6 08:49:37 1994",
        "SUN, 06 NOV 1994 08:49:37 gmt", "sunday, 06-nov-94 08:49:37 GMT",
    ])
    func `all three formats give the same date`(text: String) {
        #expect(HTTPDate(parsing: text, now: Self.now)?.secondsSince1970 == 784_111_777)
    }

    @Test func `asctime accepts a two-digit day without padding`() {
        let date = HTTPDate(parsing: "Wed Nov 16 08:49:37 1994", now: Self.now)
        #expect(date?.description == "Wed, 16 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        // At most 50 years ahead of now, to the second.
        ("Mon, 21 Sep 2026 14:13:20 GMT", "Monday, 21-Sep-76 14:13:20 GMT", "2076"),
        ("Mon, 21 Sep 2026 14:13:19 GMT", "Tuesday, 21-Sep-76 14:13:20 GMT", "1976"),
        ("Mon, 21 Sep 2026 14:13:20 GMT", "Wednesday, 22-Sep-76 00:00:00 GMT", "1976"),
        ("Mon, 21 Sep 2026 14:13:20 GMT", "Saturday, 01-Jan-00 00:00:00 GMT", "2000"),
        // Across a turn of the century.
        ("Thu, 31 Dec 2099 23:59:59 GMT", "Saturday, 01-Jan-01 00:00:00 GMT", "2101"),
        ("Thu, 29 Feb 2024 00:00:00 GMT", "Thursday, 01-Mar-74 00:00:00 GMT", "2074"),
        ("Thu, 29 Feb 2024 00:00:00 GMT", "Saturday, 02-Mar-74 00:00:00 GMT", "1974"),
    ])
    func `a two-digit year lies at most 50 years ahead`(now: String, text: String, year: String) throws {
        let now = try #require(HTTPDate(parsing: now, now: Self.now))
        let date = HTTPDate(parsing: text, now: now)
        #expect(date?.description.split(separator: " ")[3] == Substring(year))
    }
}
