import Testing
import Wire

@testable import Theory

@Suite struct HostClockTests {
    @Test(arguments: [(0, 256), (1, 512), (255, 512), (256, 512), (257, 768)])
    func `a timer fires at a clock step, and its packet reaches the link at the next`(
        _ due: Int64,
        _ sent: Int64
    ) {
        let clock = HostClock(step: 256)
        let moment = clock.departure(Instant(nanoseconds: due))
        #expect(moment == Instant(nanoseconds: sent))
        #expect(clock.fired(at: moment) >= Instant(nanoseconds: due))
    }

    @Test func `a clock without steps is always on time`() {
        let (clock, moment) = (HostClock(step: 1), Instant(nanoseconds: 12_345))
        #expect(clock.departure(moment) == moment && clock.fired(at: moment) == moment)
    }
}
