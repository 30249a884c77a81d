import Testing
import Wire

@testable import Serving

struct MultiplexedTimingTests {
    private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test func `the idle timeout runs from the latest extension`() {
        let timing = MultiplexedTiming(ServingLimits(idle: 10, head: 3), at: .zero)
        #expect(timing.expiry == at(10))
        timing.extend(from: at(5))
        timing.extend(from: at(2))
        #expect(timing.expiry == at(15))
        timing.now = at(15)
        #expect(timing.isIdle)
    }

    @Test func `a head has a shorter timeout, and the previous one applies afterwards`() {
        let timing = MultiplexedTiming(ServingLimits(idle: 10, head: 3), at: .zero)
        timing.now = at(1)
        timing.headBegan()
        #expect(timing.expiry == at(4))
        timing.now = at(4)
        #expect(!timing.isIdle)
        timing.headEnded()
        #expect(timing.expiry == at(10))
    }

    @Test func `a restart gives a slow client time to read`() {
        let timing = MultiplexedTiming(ServingLimits(idle: 10, head: 3), at: .zero)
        timing.extend(from: at(50))
        timing.headBegan()
        timing.now = at(3)
        timing.restart()
        #expect(timing.expiry == at(13))
    }
}
