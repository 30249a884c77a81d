import ScenarioFormat
import Testing

@Suite struct QuantityTests {
    struct Reading: CustomTestStringConvertible {
        var text: String
        var kind: QuantityKind
        var value: Int64

        var testDescription: String { text }

        init(_ text: String, _ kind: QuantityKind, _ value: Int64) {
            self.text = text
            self.kind = kind
            self.value = value
        }
    }

    @Test(arguments: [
        Reading("125724 B", .bytes, 125_724),
        Reading("125724B", .bytes, 125_724),
        Reading("1.5 kB", .bytes, 1500),
        Reading("2 KiB", .bytes, 2048),
        Reading("10 MB", .bytes, 10_000_000),
        Reading("50 MiB", .bytes, 52_428_800),
        Reading("1 GB", .bytes, 1_000_000_000),
        Reading("0.5 GiB", .bytes, 536_870_912),
        Reading("1.1 KiB", .bytes, 1126),
        Reading("0 B", .bytes, 0),
        Reading("0.1 kB", .bytes, 100),
        Reading("9007199254740993 B", .bytes, 9_007_199_254_740_993),
        Reading("2 Mbit/s", .rate, 2_000_000),
        Reading("256 kbit/s", .rate, 256_000),
        Reading("1.5Gbit/s", .rate, 1_500_000_000),
        Reading("7 bit/s", .rate, 7),
        Reading("1 B/s", .rate, 8),
        Reading("3 kB/s", .rate, 24_000),
        Reading("1 KiB/s", .rate, 8192),
        Reading("1 MB/s", .rate, 8_000_000),
        Reading("1 MiB/s", .rate, 8_388_608),
        Reading("3 ns", .duration, 3),
        Reading("2 us", .duration, 2000),
        Reading("0.001 us", .duration, 1),
        Reading("5 ms", .duration, 5_000_000),
        Reading("1.000000001 s", .duration, 1_000_000_001),
        Reading("5min", .duration, 300_000_000_000),
        Reading("1.5 h", .duration, 5_400_000_000_000),
        Reading("7 d", .duration, 604_800_000_000_000),
        Reading("007.50 s", .duration, 7_500_000_000),
        Reading("500 px", .pixels, 500),
        Reading("1000 packets", .packets, 1000),
    ])
    func `parses a quantity exactly`(_ reading: Reading) throws {
        #expect(try Quantity(reading.text, as: [reading.kind]).baseUnits() == reading.value)
    }

    @Test(arguments: [
        ("1 %", 0.01), ("0.3%", 0.003), ("100 %", 1), ("0 %", 0), ("12.34 %", 0.1234), ("0.2 %", 0.002),
    ])
    func `parses a percentage as the nearest ratio`(_ text: String, _ ratio: Double) throws {
        #expect(try Quantity(text, as: [.percent]).ratio == ratio)
    }

    struct Refusal: CustomTestStringConvertible {
        var text: String
        var kind: QuantityKind
        var fragment: String

        var testDescription: String { text }

        init(_ text: String, _ kind: QuantityKind, _ fragment: String) {
            self.text = text
            self.kind = kind
            self.fragment = fragment
        }
    }

    @Test(arguments: [
        Refusal("125724", .bytes, "has no unit: write B, kB, KiB, MB, MiB, GB or GiB"),
        Refusal("0", .duration, "has no unit: write ns, us, ms, s, min, h or d"),
        Refusal("2", .rate, "has no unit: write bit/s, kbit/s"),
        Refusal("1", .percent, "has no unit: write %"),
        Refusal("2 Mbps", .rate, "write `Mbit/s` for bits or `MB/s` for bytes"),
        Refusal("2 mbps", .rate, "write `Mbit/s` for bits or `MB/s` for bytes"),
        Refusal("2 MBps", .rate, "write `Mbit/s` for bits or `MB/s` for bytes"),
        Refusal("2 Mb/s", .rate, "write `Mbit/s` for bits or `MB/s` for bytes"),
        Refusal("56 Kbps", .rate, "write `kbit/s` for bits or `kB/s` for bytes"),
        Refusal("1 Gbps", .rate, "write `Gbit/s` for bits or `MB/s` for bytes"),
        Refusal("9600 bps", .rate, "write `bit/s` for bits or `B/s` for bytes"),
        Refusal("-5 B", .bytes, "is negative"),
        Refusal("-1 %", .percent, "is negative"),
        Refusal("NaN", .bytes, "not a number with a unit"),
        Refusal("inf s", .duration, "not a number with a unit"),
        Refusal("", .bytes, "not a number with a unit"),
        Refusal("B", .bytes, "not a number with a unit"),
        Refusal("5. s", .duration, "not a number with a unit"),
        Refusal(".5 s", .duration, "not a number with a unit"),
        Refusal("1.2.3 s", .duration, "at most one point"),
        Refusal("1,000 B", .bytes, "at most one point"),
        Refusal("1e3 B", .bytes, "unknown unit `e3 B`"),
        Refusal("5 KB", .bytes, "unknown unit `KB`"),
        Refusal("5 sec", .duration, "unknown unit `sec`"),
        Refusal("5 s", .bytes, "is a time, but a size is wanted"),
        Refusal("5 MB", .rate, "is a size, but a rate is wanted"),
        Refusal("5 ms ms", .duration, "unknown unit"),
        Refusal("1234567890123456789 B", .bytes, "more than 18 digits"),
        Refusal("0.5 B", .bytes, "a fraction of 1 B"),
        Refusal("0.1 us 5", .duration, "unknown unit"),
        Refusal("0.0001 us", .duration, "less than 1 ns"),
        Refusal("999999999999999999 GiB", .bytes, "too large"),
        Refusal("999999999999999999 d", .duration, "too large"),
    ])
    func `rejects an invalid quantity with the reason`(_ refusal: Refusal) throws {
        let problem = #expect(throws: QuantityProblem.self) {
            _ = try Quantity(refusal.text, as: [refusal.kind]).baseUnits()
        }
        #expect(problem?.message.contains(refusal.fragment) == true, "\(problem?.message ?? "")")
    }

    @Test(arguments: [0, 1, 1023, 1024, 1536, 125_724, 52_428_800, 1 << 30, 1_000_000, 9_007_199_254_740_993])
    func `a size round-trips as text`(_ bytes: Int) throws {
        #expect(try Quantity(Quantity.text(bytes: bytes), as: [.bytes]).baseUnits() == Int64(bytes))
    }

    @Test(arguments: [0, 1, 999, 5_000_000, 1_000_000_001, 604_800_000_000_000, 90_000_000_000] as [Int64])
    func `a duration round-trips as text`(_ time: Int64) throws {
        #expect(try Quantity(Quantity.text(nanoseconds: time), as: [.duration]).baseUnits() == time)
    }

    @Test(arguments: [1, 256_000, 2_000_000, 1_500_000_000, 1_234_567] as [Int64])
    func `a rate round-trips as text`(_ rate: Int64) throws {
        #expect(try Quantity(Quantity.text(rateBps: rate), as: [.rate]).baseUnits() == rate)
    }

    @Test(arguments: [
        (0, "0 %"), (1, "100 %"), (0.01, "1 %"), (0.003, "0.3 %"), (0.00001, "0.001 %"), (0.125, "12.5 %"),
    ])
    func `a ratio is written as the shortest percentage`(_ ratio: Double, _ text: String) throws {
        #expect(Quantity.text(ratio: ratio) == text)
        #expect(try Quantity(text, as: [.percent]).ratio == ratio)
    }

    @Test func `every ratio of a fine sweep round-trips`() throws {
        for step in 0...2000 {
            let ratio = Double(step) / 2000
            #expect(try Quantity(Quantity.text(ratio: ratio), as: [.percent]).ratio == ratio)
        }
    }
}
