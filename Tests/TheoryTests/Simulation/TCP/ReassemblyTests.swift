import Testing

@testable import Theory

@Suite struct ReassemblyTests {
    @Test func `data beyond a gap waits until the gap is filled`() {
        var stream = Reassembly()
        #expect(stream.take(0..<10) == .inOrder)
        #expect(stream.take(20..<30) == .gap)
        #expect(stream.take(40..<50) == .gap)
        #expect(stream.hasGap && stream.next == 10 && stream.furthest == 50)
        #expect(stream.selective(beside: 0) == [40..<50, 20..<30])
        #expect(stream.take(10..<20) == .inOrder)
        #expect(stream.next == 30 && stream.beyond == [40..<50])
        #expect(stream.selective(beside: 0) == [40..<50])
        #expect(stream.take(30..<40) == .inOrder)
        #expect(!stream.hasGap && stream.next == 50 && stream.furthest == 50)
        #expect(stream.selective(beside: 0).isEmpty)
    }

    @Test func `old data is known, and repeated data beyond a gap is already kept`() {
        var stream = Reassembly()
        _ = stream.take(0..<10)
        _ = stream.take(20..<30)
        #expect(stream.take(0..<10) == .known)
        #expect(stream.take(20..<30) == .keptAlready)
        #expect(stream.beyond == [20..<30])
    }

    @Test func `in-order data does not crowd the blocks`() {
        var stream = Reassembly()
        for start in [20, 40, 60] { _ = stream.take(start..<start + 10) }
        #expect(stream.crowds(80..<90))
        #expect(!stream.crowds(0..<10))
    }
}
