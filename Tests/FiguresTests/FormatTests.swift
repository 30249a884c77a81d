import Figures
import Testing

@Suite struct FormatTests {
    @Test(arguments: [
        (Int64(6_723_600_000), "6.724 s"), (551_844_500, "0.552 s"), (100_000_000, "0.100 s"),
        (99_940_000, "99.9 ms"), (12_115_000, "12.1 ms"), (18_450, "18.5 us"), (7, "7 ns"), (0, "0 ns"),
        (-12_115_000, "-12.1 ms"), (125_000_000_000, "125.000 s"),
    ])
    func `a duration uses the fitting unit`(time: Int64, text: String) {
        #expect(DurationFormat.text(time) == text)
    }

    @Test(arguments: [
        (Int64(1_400_000), "+1.4 ms"), (-1_400_000, "-1.4 ms"), (40_000, "0.0 ms"), (-1, "0.0 ms"),
    ])
    func `a signed difference shows its sign unless it rounds to zero`(time: Int64, text: String) {
        #expect(DurationFormat.signedMilliseconds(time) == text)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1,000 B"), (1_152_812, "1,152,812 B"), (-1500, "-1,500 B"),
    ])
    func `bytes are grouped by thousands`(bytes: Int, text: String) {
        #expect(ByteFormat.text(bytes) == text)
    }

    @Test(arguments: [
        (Int64?.none, "unlimited"), (256_000, "256 kbit/s"), (2_000_000, "2 Mbit/s"),
        (1_239_612, "1.24 Mbit/s"), (10_000_000_000, "10 Gbit/s"), (999, "999 bit/s"),
    ])
    func `a rate uses the fitting unit`(rate: Int64?, text: String) {
        #expect(RateFormat.text(rate) == text)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00.000Z"),
        (1_709_210_096_125_999_999, "2024-02-29T12:34:56.125Z"),
        (951_782_400_000_000_000, "2000-02-29T00:00:00.000Z"),
        (4_107_542_399_999_000_000, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000Z"),
        (-1_000_000, "1969-12-31T23:59:59.999Z"),
    ])
    func `a timestamp is formatted in UTC`(wall: Int64, text: String) {
        #expect(TimestampFormat.text(wall) == text)
    }

    @Test func `a range of durations states its unit once`() {
        #expect(DurationFormat.range(841_000_000, 924_000_000) == "0.841 to 0.924 s")
        #expect(DurationFormat.range(50_010_000, 50_020_000) == "50.0 ms")
        #expect(DurationFormat.range(64_510_000, 70_200_000) == "64.51 to 70.20 ms")
        #expect(DurationFormat.range(3300, 924_000_000) == "3.3 us to 0.924 s")
        #expect(DurationFormat.range(0, 0) == "0 ns")
    }

    @Test func `compared values use the same unit`() {
        #expect(DurationFormat.text(17_320_500, like: 6_000_000_000) == "0.017 s")
        #expect(DurationFormat.text(17_320_500, like: 99_000_000) == "17.32 ms")
        #expect(DurationFormat.text(310, like: 900_000) == "0.3 us")
        #expect(DurationFormat.text(294_000, like: 6_000_000_000) == "294.0 us")
        #expect(DurationFormat.text(0, like: 6_000_000_000) == "0.000 s")
        #expect(DurationFormat.text(73, like: 900_000) == "73 ns")
        #expect(RateFormat.text(655_880, like: 1_400_000) == "0.66 Mbit/s")
        #expect(RateFormat.text(1_080_000, like: 5_000_000_000) == "1.08 Mbit/s")
        #expect(RateFormat.text(655_880, like: 655_880) == "655.88 kbit/s")
        #expect(RateFormat.text(7, like: 9) == "7 bit/s")
    }

    @Test(arguments: [
        (Int64(281_250), 3, "281.25"), (1000, 3, "1"), (7, 3, "0.007"), (0, 6, "0"), (-1500, 3, "-1.5"),
        (42, 0, "42"),
        (.min, 3, "-9223372036854775.808"),
    ])
    func `a decimal has the digits that it needs`(value: Int64, decimals: Int, text: String) {
        #expect(ExactDecimal.text(value, decimals: decimals) == text)
    }

    @Test(arguments: [
        (nil, "unlimited"), (Int64(1_638_400), "1.6384 Mbit/s"), (256_000, "256 kbit/s"), (999, "999 bit/s"),
        (2_000_000_001, "2.000000001 Gbit/s"),
    ])
    func `an exact rate uses the largest unit`(rate: Int64?, text: String) {
        #expect(ExactDecimal.rate(rate) == text)
    }
}
