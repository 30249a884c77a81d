import Testing
import Wire

@testable import Theory

@Suite struct DelayedAcknowledgementTests {
    private static func delayed(kernel: KernelRelease, _ segment: Int) -> DelayedAcknowledgement {
        DelayedAcknowledgement(kernel: kernel, segment: segment, timer: TimerWheel().makeTimer())
    }

    private static func at(_ ticks: Int) -> Instant {
        Instant(nanoseconds: Nanoseconds(ticks) * KernelTime.tick)
    }

    /// A receiver whose delay has been doubled, up to a timeout of 820 ms or not.
    private func isQuick(after pause: Int, timeout: Int) -> Bool {
        var delayed = Self.delayed(kernel: .recent, 1228)
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

    @Test(arguments: [("6.1.192", 50), ("6.6", 50), ("6.12.117", 49)])
    func `a delayed acknowledgement is sent after 200 ms at most`(_ release: String, _ ticks: Int)
        throws
    {
        var delayed = Self.delayed(kernel: try #require(KernelRelease(release)), 1448)
        _ = delayed.data(1448, isPushed: false, window: 64_000, 250, at: Self.at(1))
        for _ in 0..<5 { delayed.lapse(timeout: 250) }
        let isDue = delayed.wait(roundTrip: 0, at: Self.at(2))
        #expect(!isDue && delayed.deadline == KernelTime.expiry(ticks, from: Self.at(2)))
    }

    /// 200 ms is the most that newer kernels expect between two segments; halved, and half of the least added, it is 120 ms.
    @Test(arguments: [("6.1.192", 165), ("6.12.117", 30)])
    func `newer kernels do not double the delay beyond 200 ms`(_ release: String, _ ticks: Int) throws {
        var delayed = Self.delayed(kernel: try #require(KernelRelease(release)), 1448)
        _ = delayed.data(1448, isPushed: false, window: 64_000, 1000, at: Self.at(1))
        for _ in 0..<5 { delayed.lapse(timeout: 1000) }
        _ = delayed.data(1448, isPushed: false, window: 64_000, 1000, at: Self.at(2))
        let isDue = delayed.wait(roundTrip: 0, at: Self.at(2))
        let longest = try #require(KernelRelease(release)).longestDelay
        #expect(!isDue && delayed.deadline == KernelTime.expiry(min(ticks, longest), from: Self.at(2)))
    }

    @Test func `a nearly full receive buffer ends quick acknowledgements`() {
        var delayed = Self.delayed(kernel: .recent, 1448)
        _ = delayed.data(1448, isPushed: false, window: 64_000, 250, at: Self.at(1))
        #expect(delayed.isQuick)
        delayed.calm()
        #expect(!delayed.isQuick)
    }

    /// As Linux does: data 1,175 ms after the last came later than the timeout, and are acknowledged one by one.
    @Test func `the delay doubles up to the retransmission timeout`() {
        #expect(isQuick(after: 294, timeout: 205))
        #expect(!isQuick(after: 294, timeout: 300))
        #expect(!isQuick(after: 100, timeout: 205))
    }
}
