import Testing

@testable import Figures

struct TimestampReadingTests {
    @Test(
        arguments: [
            ("2026-03-01T09:30:00.125Z", 1_772_357_400_125_000_000),
            ("2026-03-01T09:30:00Z", 1_772_357_400_000_000_000),
            ("2026-03-01T10:30:00.125456789+01:00", 1_772_357_400_125_456_789),
            ("2026-03-01T04:00:00.125-0530", 1_772_357_400_125_000_000),
            ("1970-01-01T00:00Z", 0),
        ] as [(String, Int64)]
    ) func `timestamps are parsed in every time zone`(_ text: String, _ expected: Int64) {
        #expect(TimestampReading.nanoseconds(text) == expected)
    }

    @Test(arguments: [
        "", "2026-03-01", "2026-13-01T09:30:00Z", "2026-03-01T25:30:00Z", "2026-03-01T09:30:00X",
        "9999-03-01T09:30:00Z",
    ])
    func `invalid timestamps are rejected`(_ text: String) {
        #expect(TimestampReading.nanoseconds(text) == nil)
    }
}
