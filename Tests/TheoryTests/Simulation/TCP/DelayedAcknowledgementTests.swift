import Testing
import Wire

@testable import Theory

@Suite struct DelayedAcknowledgementTests {
    private static let segment = 1448

    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test func `its timer goes on when an acknowledgement has gone otherwise`() {
        var delayed = DelayedAcknowledgement(segment: Self.segment)
        delayed.begin(at: at(0))
        _ = delayed.data(Self.segment, isPushed: false, window: 64_240, 50, at: at(0))
        let isAboutToExpire = delayed.wait(roundTrip: 30_000, at: at(0))
        #expect(!isAboutToExpire && delayed.deadline != nil && delayed.timer == delayed.deadline)
        let timer = delayed.timer
        delayed.sent()
        #expect(delayed.deadline == nil && delayed.timer == timer)
        let isEarly = delayed.timerHasRunOut(by: at(1))
        let isOut = delayed.timerHasRunOut(by: at(1000))
        #expect(!isEarly && isOut && delayed.timer == nil)
    }
}
