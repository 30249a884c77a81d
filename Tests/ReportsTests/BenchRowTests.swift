import Reports
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BenchRowTests {
    private static func row(_ netlab: Double?, peer: Double? = nil, _ goal: BenchRow.Goal) -> BenchRow {
        BenchRow("a row", unit: "us", netlab: netlab, peer: peer, goal: goal)
    }

    @Test func `a goal is met at its bound, and not judged without a figure`() {
        #expect(Self.row(50, .atMost(50)).isMet == true)
        #expect(Self.row(50.1, .atMost(50)).isMet == false)
        #expect(Self.row(3, .atLeast(3)).isMet == true)
        #expect(Self.row(2.9, .atLeast(3)).isMet == false)
        #expect(Self.row(1001, peer: 1000, .within(0.002)).isMet == true)
        #expect(Self.row(1003, peer: 1000, .within(0.002)).isMet == false)
        for goal in [.atMost(1), .atLeast(1), .within(1)] as [BenchRow.Goal] {
            #expect(Self.row(nil, goal).isMet == nil)
        }
        #expect(Self.row(1, .within(1)).isMet == nil)
    }

    @Test func `an untrusted row is marked and not judged`() {
        let row = BenchRow.untrusted("4 x 50 MB", unit: "ms")
        #expect(row.isUntrusted && row.isMet == nil && row.netlab == nil)
        #expect(row.name == "4 x 50 MB: not trusted")
        #expect(!Self.row(nil, .atMost(1)).isUntrusted)
    }

    @Test func `the paired ratio takes precedence over the figures' ratio`() throws {
        let pairs = PairedRatio([0.5, 3, 8, 90], to: [1, 2, 10, 100])
        let row = BenchRow("a row", unit: "us", netlab: 3, peer: 2, pairedRatio: pairs, goal: .ratioAtMost(1))
        #expect(abs(try #require(row.ratio) - 0.85) < 1e-9)
        #expect(row.isMet == true)
        #expect(Self.row(3, peer: 2, .ratioAtMost(1)).ratio == 1.5)
        #expect(Self.row(4, peer: 5, .ratioAtLeast(0.8)).isMet == true)
        #expect(Self.row(4, peer: 6, .ratioAtLeast(0.8)).isMet == false)
    }

    @Test func `a goal is written with as many digits as it needs`() {
        #expect(Self.row(1, .atMost(100)).goalText == "at most 100.0 us")
        #expect(Self.row(1, .atMost(0.01)).goalText == "at most 0.01 us")
        #expect(Self.row(1, .atLeast(20)).goalText == "at least 20.0 us")
        #expect(Self.row(1, .ratioAtMost(0.35)).goalText == "at most 0.35 of it")
        #expect(Self.row(1, .ratioAtLeast(0.8)).goalText == "at least 0.8 of it")
        #expect(Self.row(1, .ratioAtMost(0.002)).goalText == "at most 0.002 of it")
        #expect(Self.row(1, .within(0.0005)).goalText == "within 0.05 % of 1")
        #expect(Self.row(1, .within(0.002)).goalText == "within 0.2 % of 1")
    }
}
