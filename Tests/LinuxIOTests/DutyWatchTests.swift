import LinuxIO
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct DutyWatchTests {
    @Test func `a thread that hardly sleeps is no longer light, until it sleeps half the time`() {
        var duty = DutyWatch(from: .zero)
        var now = Instant.zero
        var changes: [Bool?] = []
        for share in [60, 20, 20, 40, 60, 30] as [Int64] {
            duty.slept(share * DutyWatch.window / 100)
            let early = duty.change(at: now + DutyWatch.window - 1)
            now = now + DutyWatch.window
            changes.append(early ?? duty.change(at: now))
        }
        #expect(changes == [nil, false, nil, nil, true, nil])
    }
}
