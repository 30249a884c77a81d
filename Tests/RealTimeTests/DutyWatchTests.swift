import RealTime
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct DutyWatchTests {
    @Test func `a busy thread is not light until it sleeps half the time`() {
        var duty = DutyWatch(from: .zero)
        var now = Instant.zero
        var judged: [Bool] = []
        for share in [60, 20, 20, 40, 60, 30] as [Int64] {
            let before = duty.isLight
            duty.slept(share * DutyWatch.window / 100)
            duty.review(at: now + DutyWatch.window - 1)
            #expect(duty.isLight == before)
            now = now + DutyWatch.window
            duty.review(at: now)
            judged.append(duty.isLight)
        }
        #expect(judged == [true, false, false, false, true, true])
    }
}
