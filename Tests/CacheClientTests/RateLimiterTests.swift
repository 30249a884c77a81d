import Testing
import Wire

@testable import CacheClient

@Suite struct RateLimiterTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test func `allows the burst at once, then one request per token`() {
        var bucket = RateLimiter(RateLimit(perSecond: 80, burst: 25), at: .zero)
        let late = Instant(nanoseconds: 12_500_000)
        let burst = (0..<25).count { _ in bucket.take(at: .zero) }
        let early = [bucket.take(at: .zero), bucket.take(at: at(12))]
        let next = bucket.next(at: at(12))
        let then = [bucket.take(at: late), bucket.take(at: late)]
        #expect(burst == 25 && early == [false, false] && then == [true, false])
        #expect(abs(next - late) <= 1)
    }

    @Test func `allows burst plus rate over a second, and a pause adds no more than the burst`() {
        var bucket = RateLimiter(RateLimit(perSecond: 80, burst: 25), at: .zero)
        let taken = (0...10_000).count { bucket.take(at: Instant(nanoseconds: Int64($0) * 100_000)) }
        #expect(taken == 25 + 80)
        let afterPause = (0..<100).count { _ in bucket.take(at: at(3_600_000)) }
        #expect(afterPause == 25)
    }

    @Test func `a clock that stops or goes back adds no token`() {
        var bucket = RateLimiter(RateLimit(perSecond: 1, burst: 1), at: at(1000))
        let taken = [bucket.take(at: at(500)), bucket.take(at: at(0)), bucket.take(at: at(1000))]
        let next = bucket.next(at: at(1000))
        #expect(taken == [true, false, false] && next == at(2000))
    }
}
