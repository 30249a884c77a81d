import Testing
import Wire

@testable import Theory

@Suite struct HandshakeTimerTests {
    /// Linux begins with one segment if more than one repeat was needed, one of them by the timer, unless the answer is to
    /// the first copy (RFC 5681, 3.1).
    @Test(arguments: [
        (repeatsByTimer: 0, others: 2, echo: 5, false), (1, 0, 5, false), (1, 1, 5, true), (2, 0, 5, true),
        (1, 1, 0, false),
    ])
    func `a connection whose handshake was lost repeatedly begins with one segment`(
        _ byTimer: Int,
        _ others: Int,
        _ echo: Int,
        _ isCautious: Bool
    ) {
        var timer = HandshakeTimer(TimerWheel().makeTimer())
        for copy in 0...byTimer + others {
            timer.sent(isClient: false, at: KernelMoment(Instant(nanoseconds: Int64(copy) * 1_000_000_000)))
        }
        for _ in 0..<byTimer { timer.countRepeat() }
        #expect(timer.isCautious(echo: echo) == isCautious)
    }

    @Test func `a handshake that was sent once is measured exactly, and by the echoed timestamp otherwise`() {
        var timer = HandshakeTimer(TimerWheel().makeTimer())
        timer.sent(isClient: true, at: KernelMoment(.zero))
        let moment = KernelMoment(Instant(nanoseconds: 30_400_000))
        #expect(timer.roundTrip(echo: 0, at: moment) == 30_400)
        timer.sent(isClient: true, at: KernelMoment(.zero))
        #expect(timer.roundTrip(echo: 7, at: moment) == 23_000)
        #expect(timer.roundTrip(echo: 30, at: moment) == 1000)
    }
}
