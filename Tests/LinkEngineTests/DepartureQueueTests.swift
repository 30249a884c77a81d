import LinkModel
import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct DepartureQueueTests {
    private func decision(due: Int64) -> LinkDecision {
        let due = Instant(nanoseconds: due)
        return LinkDecision(fate: .delivered, serviceStart: .zero, serviceEnd: due, due: due)
    }

    @Test func `packets leave by due time, and in the order in which they came where that is the same`() {
        var queue = DepartureQueue(capacity: 4)
        let dues = (0..<5_000).map { Int64(SplitMix.mixed(UInt64($0)) % 1000) }
        for (slot, due) in dues.enumerated() { queue.add(decision(due: due), slot: slot, logIndex: nil) }
        var left: [Int] = []
        while let next = queue.next {
            left.append(next.slot)
            queue.removeFirst()
        }
        #expect(left == dues.indices.sorted { (dues[$0], $0) < (dues[$1], $1) })
    }

    @Test func `an empty queue has nothing to leave, and takes packets again`() {
        var queue = DepartureQueue(capacity: 4)
        #expect(queue.next?.slot == nil)
        queue.removeFirst()
        queue.add(decision(due: 7), slot: 3, logIndex: 9)
        #expect(queue.next?.logIndex == 9)
        queue.removeFirst()
        #expect(queue.next?.slot == nil)
    }
}
