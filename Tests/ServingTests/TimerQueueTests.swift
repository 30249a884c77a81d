import Testing
import Wire

@testable import Serving

@Suite struct TimerQueueTests {
    @Test func `timers expire in order of their instants`() {
        var timers = TimerQueue()
        let dues = (0..<500).map { Int64($0 * 7919 % 503) }
        for (token, due) in dues.enumerated() { timers.set(UInt64(token), to: Instant(nanoseconds: due)) }
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

    @Test func `setting a token again replaces its instant`() {
        var timers = TimerQueue()
        var dues: [UInt64: Int64] = [:]
        for round in 0..<5000 as Range<UInt64> {
            let random = SplitMix.mixed(round)
            let token = random % 60
            if random >> 32 % 4 == 0 {
                timers.remove(token)
                dues[token] = nil
            } else {
                let due = Int64(random >> 40 % 1000)
                timers.set(token, to: Instant(nanoseconds: due))
                dues[token] = due
            }
            #expect(timers.count == dues.count)
            #expect(timers.earliest?.nanoseconds == dues.values.min())
            #expect(timers.due(token)?.nanoseconds == dues[token])
        }
        var taken: [Int64] = []
        while let timer = timers.takeDue(Instant(nanoseconds: 1000)) {
            #expect(dues[timer.token] == timer.due.nanoseconds)
            taken.append(timer.due.nanoseconds)
        }
        #expect(taken == dues.values.sorted())
    }
}
