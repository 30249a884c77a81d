import Testing

@testable import CacheClient

@Suite struct NumberTableTests {
    @Test(arguments: [1, 16, 1 << 32, 1 << 40, -3])
    func `holds the same values as a dictionary`(distance: Int) {
        var (table, known): (NumberTable<String>, [Int: String]) = (NumberTable(), [:])
        var state: UInt64 = 7
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % count
        }
        for step in 0..<20_000 {
            // The table grows and shrinks again.
            let number = next(step < 10_000 ? 300 : 900) * distance
            switch next(step % 4_000 < 2_000 ? 3 : 5) {
            case 0, 1:
                table[number] = "\(step)"
                known[number] = "\(step)"
            case 2: #expect(table.remove(number) == known.removeValue(forKey: number))
            case 3:
                table.change(number) { $0? += "+" }
                known[number]? += "+"
            default:
                table[number] = nil
                known[number] = nil
            }
            #expect(table[number] == known[number] && table.count == known.count)
        }
        #expect(table.all.sorted() == known.values.sorted() && table.isEmpty == known.isEmpty)
        for number in known.keys { #expect(table.remove(number) == known[number]) }
        #expect(table.isEmpty && table.all.isEmpty)
    }

    @Test func `an empty table returns nil and ignores changes`() {
        var table = NumberTable<Int>()
        #expect(table[0] == nil && table.remove(0) == nil && table.isEmpty)
        table.change(0) { $0 = 1 }
        #expect(table[0] == nil)
    }
}
