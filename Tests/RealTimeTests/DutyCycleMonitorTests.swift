import RealTime
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct DutyCycleMonitorTests {
    @Test func `a busy thread is not light until it sleeps half the time`() {
        var duty = DutyCycleMonitor(from: .zero)
        var now = Instant.zero
        var judged: [Bool] = []
        for share in [60, 20, 20, 40, 60, 30] as [Int64] {
            let before = duty.isLight
            duty.slept(share * DutyCycleMonitor.window / 100)
            duty.review(at: now + DutyCycleMonitor.window - 1)
            #expect(duty.isLight == before)
            now = now + DutyCycleMonitor.window
            duty.review(at: now)
            judged.append(duty.isLight)
        }
        #expect(judged == [true, false, false, false, true, true])
    }
}
