import Testing
import Wire

@testable import Theory

@Suite struct DelayedAcknowledgementTests {
    private static func at(_ ticks: Int) -> Instant {
        Instant(nanoseconds: Nanoseconds(ticks) * KernelTime.tick)
    }

    /// A receiver whose delay has been doubled, up to a timeout of 820 ms or not.
    private func isQuick(after pause: Int, timeout: Int) -> Bool {
        var delayed = DelayedAcknowledgement(segment: 1228)
        func takeData(at ticks: Int) {
            _ = delayed.data(1228, isPushed: false, window: 64_000, timeout, at: Self.at(ticks))
        }
        takeData(at: 0)
        for _ in 0..<64 {
            delayed.schedule()
            delayed.sent()
        }
        // Ten ticks, doubled five times.
        for _ in 0..<5 { delayed.lapse(timeout: timeout) }
        takeData(at: pause)
        return delayed.isQuick
    }

    /// As Linux does: data 1,175 ms after the last came later than the timeout, and are acknowledged one by one.
    @Test func `the delay doubles up to the retransmission timeout`() {
        #expect(isQuick(after: 294, timeout: 205))
        #expect(!isQuick(after: 294, timeout: 300))
        #expect(!isQuick(after: 100, timeout: 205))
    }
}
