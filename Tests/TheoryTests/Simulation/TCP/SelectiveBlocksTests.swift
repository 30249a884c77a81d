import Testing

@testable import Theory

@Suite struct SelectiveBlocksTests {
    private func blocks(_ ranges: [Range<Int>]) -> SelectiveBlocks {
        var blocks = SelectiveBlocks()
        for range in ranges { blocks.note(range) }
        return blocks
    }

    @Test func `reports the three latest blocks, newest first, and keeps the fourth`() {
        let four = blocks([10..<20, 30..<40, 50..<60, 70..<80])
        #expect(four.reported(beside: 0) == [70..<80, 50..<60, 30..<40])
        #expect(four.reported(beside: 1) == [70..<80, 50..<60])
        var grown = four
        grown.note(20..<25)
        #expect(grown.reported(beside: 0) == [10..<25, 70..<80, 50..<60])
    }

    @Test func `a fifth block replaces the least recently changed one`() {
        var five = blocks([10..<20, 30..<40, 50..<60, 70..<80, 90..<100])
        #expect(five.reported(beside: 0) == [90..<100, 70..<80, 50..<60])
        five.note(20..<25)
        #expect(five.reported(beside: 0) == [20..<25, 90..<100, 70..<80])
    }

    @Test func `a block that fills a gap joins its neighbours`() {
        #expect(blocks([10..<20, 50..<60, 30..<40, 20..<30]).reported(beside: 0) == [10..<40, 50..<60])
        #expect(blocks([10..<20, 10..<20]).reported(beside: 0) == [10..<20])
    }

    @Test func `blocks below the cumulative acknowledgement are not reported`() {
        var blocks = blocks([10..<20, 30..<40])
        blocks.forget(upTo: 20)
        #expect(blocks.reported(beside: 0) == [30..<40])
        blocks.forget(upTo: 40)
        #expect(blocks.reported(beside: 0).isEmpty)
    }

    @Test(
        arguments: [
            ([], 10..<20, false),
            ([10..<20], 30..<40, false),
            ([10..<20, 30..<40], 50..<60, true),
            ([10..<20, 30..<40], 40..<50, false),
            ([10..<20, 30..<40], 20..<25, false),
            ([10..<20, 30..<40, 50..<60], 20..<25, true),
        ] as [([Range<Int>], Range<Int>, Bool)]
    )
    func `blocks are crowded by new data that two of them do not touch`(
        _ noted: [Range<Int>],
        _ next: Range<Int>,
        _ areCrowded: Bool
    ) {
        #expect(blocks(noted).areCrowded(by: next) == areCrowded)
    }
}
