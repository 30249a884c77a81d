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
    func `a connection whose handshake was lost repeatedly starts with one segment`(
        _ byTimer: Int,
        _ others: Int,
        _ echo: Int,
        _ isCautious: Bool
    ) {
        var timer = HandshakeTimer(TimerWheel().makeTimer(), .recent)
        for copy in 0...byTimer + others {
            timer.sent(isClient: false, at: KernelMoment(Instant(nanoseconds: Int64(copy) * 1_000_000_000)))
        }
        for _ in 0..<byTimer { timer.countRepeat() }
        #expect(timer.isCautious(echo: echo) == isCautious)
    }

    /// Seconds from one SYN to the next.
    @Test(arguments: [("6.1", [1, 2, 4, 8]), ("6.12", [1, 1, 1, 1, 1, 2, 4])])
    func `newer kernels repeat a SYN every second before backing off`(_ release: String, _ waits: [Int])
        throws
    {
        var timer = HandshakeTimer(TimerWheel().makeTimer(), try #require(KernelRelease(release)))
        var now = Instant.zero
        for wait in waits {
            timer.sent(isClient: true, at: KernelMoment(now))
            let due = try #require(timer.deadline)
            #expect((due - now + 500_000_000) / 1_000_000_000 == Int64(wait))
            let expires = timer.expires(at: due)
            #expect(expires)
            timer.countRepeat()
            now = due
        }
    }

    @Test func `a handshake sent once is measured exactly, otherwise by the echoed timestamp`() {
        var timer = HandshakeTimer(TimerWheel().makeTimer(), .recent)
        timer.sent(isClient: true, at: KernelMoment(.zero))
        let moment = KernelMoment(Instant(nanoseconds: 30_400_000))
        #expect(timer.roundTrip(echo: 0, at: moment) == 30_400)
        timer.sent(isClient: true, at: KernelMoment(.zero))
        #expect(timer.roundTrip(echo: 7, at: moment) == 23_000)
        #expect(timer.roundTrip(echo: 30, at: moment) == 1000)
    }
}
