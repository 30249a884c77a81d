import Testing
import Wire

@testable import CacheClient

@Suite struct DeadlineQueueTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `returns callers by deadline, never before it has passed`(seed: UInt64) {
        var state = seed
        var queue = DeadlineQueue()
        var expected: [Int64] = []
        for number in 0..<2000 {
            state &+= SplitMix.step
            let moment = Int64(SplitMix.mixed(state) % 1000)
            expected.append(moment)
            queue.add(TransferTicket(number: number), at: Instant(nanoseconds: moment))
        }
        var seen: [Int64] = []
        for now in 0..<1000 {
            while let caller = queue.takeDue(at: Instant(nanoseconds: Int64(now))) {
                #expect(expected[caller.number] == now)
                seen.append(expected[caller.number])
            }
            if let next = queue.next { #expect(next.nanoseconds > now) }
        }
        #expect(seen == expected.sorted() && queue.next == nil)
    }

    @Test func `drops cancelled entries once they are the majority`() {
        var queue = DeadlineQueue()
        for number in 0..<1000 {
            queue.add(TransferTicket(number: number), at: Instant(nanoseconds: Int64(1000 - number)))
        }
        queue.tidy(waiting: 600) { $0.number < 600 }
        #expect(queue.count == 1000)
        queue.tidy(waiting: 3) { $0.number < 3 }
        #expect(queue.count == 3)
        #expect(queue.takeDue(at: Instant(nanoseconds: 2000))?.number == 2)
    }
}
