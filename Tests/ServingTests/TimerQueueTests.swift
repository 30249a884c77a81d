import Testing
import Wire

@testable import Serving

@Suite struct TimerQueueTests {
    @Test func `timers come due in the order of their instants`() {
        var timers = TimerQueue()
        let dues = (0..<500).map { Int64($0 * 7919 % 503) }
        for (token, due) in dues.enumerated() { timers.add(UInt64(token), at: Instant(nanoseconds: due)) }
        #expect(timers.earliest?.nanoseconds == dues.min())
        #expect(timers.takeDue(Instant(nanoseconds: -1)) == nil)
        var taken: [Int64] = []
        while let timer = timers.takeDue(Instant(nanoseconds: 400)) {
            taken.append(timer.due.nanoseconds)
            #expect(dues[Int(timer.token)] == timer.due.nanoseconds)
        }
        #expect(taken == dues.filter { $0 <= 400 }.sorted())
        #expect(timers.earliest?.nanoseconds == dues.filter { $0 > 400 }.min())
    }

    @Test func `bytes are dated by the arrival that brought them`() {
        var arrivals = ArrivalTimes()
        #expect(arrivals.instant(of: 0) == nil)
        for number in 0..<3 { arrivals.note(10, at: Instant(nanoseconds: Int64(number))) }
        #expect([0, 9, 10, 29, 30].map { arrivals.instant(of: $0)?.nanoseconds } == [0, 0, 1, 2, 2])
        arrivals.forget(before: 20)
        #expect([0, 20].map { arrivals.instant(of: $0)?.nanoseconds } == [2, 2])
        arrivals.forget(before: 30)
        #expect(arrivals.instant(of: 29)?.nanoseconds == 2)
    }
}
