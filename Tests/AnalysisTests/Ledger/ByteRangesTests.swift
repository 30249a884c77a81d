import Testing
import Wire

@testable import Analysis

@Suite struct ByteRangesTests {
    @Test func `inserting reports only new bytes and merges neighbouring ranges`() {
        var bytes = ByteRanges()
        #expect(bytes.insert(10..<20) == [10..<20])
        #expect(bytes.insert(20..<30) == [20..<30])
        #expect(bytes.insert(40..<50) == [40..<50])
        #expect(bytes.insert(15..<45) == [30..<40])
        #expect(bytes.ranges == [10..<50])
        #expect(bytes.insert(0..<60) == [0..<10, 50..<60])
        #expect(bytes.insert(5..<55) == [])
        #expect(bytes.insert(7..<7) == [])
        #expect(bytes.contains(0..<60) && !bytes.contains(59..<61))
    }

    @Test func `the order of insertion does not matter`() {
        var random = Draws(seed: 3)
        for _ in 0..<200 {
            var bytes = ByteRanges()
            var plain: Set<Int64> = []
            for _ in 0..<12 {
                let start = Int64(random.next() % 60)
                let range = start..<start + Int64(random.next() % 15)
                let fresh = Set(bytes.insert(range).flatMap { Array($0) })
                #expect(fresh == Set(range).subtracting(plain))
                plain.formUnion(range)
            }
            #expect(Set(bytes.ranges.flatMap { Array($0) }) == plain)
        }
    }

    @Test func `sequence numbers wrap around`() {
        var offsets = StreamOffset()
        #expect(offsets.place(.max - 9) == 0)
        #expect(offsets.place(5) == 15)
        #expect(offsets.place(.max) == 9)
        #expect(offsets.place(1 << 30) == (1 << 30) + 10)
    }
}
