import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct TokenBucketTests {
    @Test func `tokens are exact to the nanosecond and limited to the burst`() {
        // One byte per microsecond.
        var bucket = TokenBucket(Policer(rateBps: 8_000_000, burst: 1000), at: .zero)
        #expect(bucket.passes(bytes: 1000, at: .zero) == true)
        #expect(bucket.passes(bytes: 1, at: .zero) == false)
        #expect(bucket.passes(bytes: 100, at: Instant(nanoseconds: 99_999)) == false)
        #expect(bucket.passes(bytes: 100, at: Instant(nanoseconds: 100_000)) == true)
        let later = Instant(nanoseconds: 1 << 60)
        #expect(bucket.passes(bytes: 1001, at: later) == false)
        #expect(bucket.passes(bytes: 1000, at: later) == true)
        #expect(bucket.passes(bytes: 1, at: later) == false)
    }

    @Test(arguments: [1_000_003, 20_000_000, 999_999_937] as [Int64])
    func `a greedy sender gets exactly the burst plus rate times time`(rate: Int64) {
        let (size, burst): (Int64, Int64) = (250, 100_000)
        var bucket = TokenBucket(Policer(rateBps: rate, burst: Int(burst)), at: .zero)
        var (passed, wrong): (Int64, Int) = (0, 0)
        for step in 0..<2_000 as Range<Int64> {
            let now = Instant(nanoseconds: step * 499_979)
            while bucket.passes(bytes: Int(size), at: now) { passed += 1 }
            // In bits times 10^9, as whole packets.
            let tokens = Int128(burst * 8) * 1_000_000_000 + Int128(rate) * Int128(now.nanoseconds)
            if Int128(passed) != tokens / (Int128(size * 8) * 1_000_000_000) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test func `packets above the rate are policed and take no queue space`() {
        var side = DirectionParameters(rateBps: 8_000_000)
        side.policer = Policer(rateBps: 8_000, burst: 2000)
        var model = DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47)
        let decisions = model.carry([(1000, .zero), (1000, .zero), (1000, .zero)])
        #expect(decisions.map(\.fate) == [.delivered, .delivered, .policed])
        #expect(decisions[2] == .ended(.policed, at: .zero))
    }

    @Test func `a changed bucket keeps its tokens up to the new burst`() {
        var bucket = TokenBucket(Policer(rateBps: 8_000, burst: 1000), at: .zero)
        #expect(bucket.passes(bytes: 1000, at: .zero) == true)
        // 100 ms at one byte per millisecond.
        let moment = Instant(nanoseconds: 100_000_000)
        var larger = bucket.changed(to: Policer(rateBps: 1, burst: 5000), at: moment)
        #expect(larger.passes(bytes: 101, at: moment) == false)
        #expect(larger.passes(bytes: 100, at: moment) == true)
        var smaller = bucket.changed(to: Policer(rateBps: 1, burst: 50), at: moment)
        #expect(smaller.passes(bytes: 51, at: moment) == false)
        #expect(smaller.passes(bytes: 50, at: moment) == true)
    }
}
