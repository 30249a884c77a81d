import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct AgendaTests {
    @Test func `items are ordered by due time, then by insertion`() {
        var agenda = Agenda<Int>()
        let dues = (0..<5_000).map { Int64(SplitMix.mixed(UInt64($0)) % 1000) }
        for (item, due) in dues.enumerated() { agenda.add(item, at: Instant(nanoseconds: due)) }
        #expect(agenda.count == 5_000)
        var taken: [Int] = []
        while let next = agenda.first {
            taken.append(next.item)
            #expect(agenda.removeFirst()?.item == next.item)
        }
        #expect(taken == dues.indices.sorted { (dues[$0], $0) < (dues[$1], $1) })
    }

    @Test func `items may be added between removals`() {
        var agenda = Agenda<Int>()
        var expected: [(due: Int64, item: Int)] = []
        for item in 0..<2_000 {
            let due = Int64(SplitMix.mixed(UInt64(item)) % 100)
            agenda.add(item, at: Instant(nanoseconds: due))
            expected.append((due, item))
            guard item.isMultiple(of: 3) else { continue }
            expected.sort { ($0.due, $0.item) < ($1.due, $1.item) }
            #expect(agenda.removeFirst()?.item == expected.removeFirst().item)
        }
        #expect(agenda.count == expected.count)
    }

    @Test func `an empty agenda has no first item and can be refilled`() {
        var agenda = Agenda<String>()
        #expect(agenda.first?.item == nil)
        #expect(agenda.removeFirst()?.item == nil)
        agenda.add("late", at: Instant(nanoseconds: 7))
        #expect(agenda.first?.item == "late")
        #expect(agenda.removeFirst()?.due == Instant(nanoseconds: 7))
        #expect(agenda.first?.item == nil)
    }
}
