import Testing
import Wire

@testable import CacheClient

@Suite struct TransferQueueTests {
    private static func drained(_ line: TransferQueue) -> [Int] {
        var line = line
        var order: [Int] = []
        while let first = line.first() {
            order.append(first.transfer)
            line.remove(first.transfer)
        }
        return order
    }

    @Test func `higher priorities come first, equal ones in order of arrival`() {
        var line = TransferQueue()
        for (number, priority) in [
            (1, TransferPriority.normal), (2, .low), (3, .veryHigh), (4, .normal), (5, .high), (6, .veryLow),
            (7, .veryHigh),
        ] { line.append(number, priority) }
        #expect(line.count == 7)
        #expect(Self.drained(line) == [3, 7, 5, 1, 4, 2, 6])
    }

    @Test func `a raised entry joins the back of its new priority, a lowered one the front`() {
        var line = TransferQueue()
        for number in 1...3 { line.append(number, .low) }
        for number in 4...6 { line.append(number, .normal) }
        line.move(2, to: .normal)
        line.move(5, to: .low)
        line.move(4, to: .low)
        line.move(4, to: .low)
        #expect(Self.drained(line) == [6, 2, 4, 5, 1, 3])
    }

    @Test func `a removed entry is skipped and can be added again`() {
        var line = TransferQueue()
        for number in 1...3 { line.append(number, .normal) }
        line.remove(1)
        line.remove(1)
        line.remove(9)
        line.move(9, to: .high)
        line.append(1, .normal)
        #expect(Self.drained(line) == [2, 3, 1])
        var empty = TransferQueue()
        #expect(empty.first() == nil && empty.isEmpty)
    }

    /// Compared with a list that is sorted for every question.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random changes give the same order as a sorted list`(seed: UInt64) {
        var state = seed
        func draw(_ count: Int) -> Int {
            state &+= SplitMix.step
            return Int(SplitMix.mixed(state) % UInt64(count))
        }
        var line = TransferQueue()
        var plain: [(number: Int, priority: TransferPriority)] = []
        for number in 0..<3000 {
            let priority = TransferPriority.allCases[draw(5)]
            switch plain.isEmpty ? 0 : draw(4) {
            case 0, 1:
                line.append(number, priority)
                plain.append((number, priority))
            case 2:
                let (moved, before) = plain[draw(plain.count)]
                line.move(moved, to: priority)
                guard priority != before else { continue }
                plain.removeAll { $0.number == moved }
                let place = priority > before ? plain.endIndex : plain.startIndex
                plain.insert((moved, priority), at: place)
            default:
                let gone = plain[draw(plain.count)].number
                line.remove(gone)
                plain.removeAll { $0.number == gone }
            }
            let expected = plain.indices.max { (plain[$0].priority, $1) < (plain[$1].priority, $0) }
            #expect(line.first()?.transfer == expected.map { plain[$0].number })
            #expect(line.count == plain.count)
        }
    }

    @Test func `ten thousand additions and removals leave nothing behind`() {
        var line = TransferQueue()
        line.append(-1, .veryHigh)
        for number in 0..<10_000 {
            line.append(number, .low)
            line.remove(number)
        }
        #expect(line.count == 1 && Self.drained(line) == [-1])
    }
}
