import LinkModel
import Reports
import Runs
import Testing

@Suite struct TheoryGapWordsTests {
    @Test func `names each gap, alone and in a list`() {
        #expect(
            TheoryGap.allCases.map { [$0].words } == [
                "the changing rate", "the outages", "the loss", "the damaged packets", "the duplicates",
                "the policing", "what the queue drops early", "the queue's discipline", "the reordering",
                "the jitter", "the congestion control", "HTTP/2 streams", "cancelled fetches",
                "the client's pauses", "how the origin answers",
                "whether stored copies are fresh (`revalidate: http`)",
            ]
        )
        let gaps: [TheoryGap] = [.impairment(.loss), .impairment(.corruption), .impairment(.jitter)]
        #expect(gaps.words == "the loss, the damaged packets and the jitter")
    }

    @Test func `the worst effect explains how to read the figures`() {
        let gaps: [TheoryGap] = [.impairment(.loss), .impairment(.jitter)]
        #expect(gaps.consequence == "a transfer takes at least as long as predicted")
        #expect([TheoryGap.congestion].consequence == "a transfer takes about as long as predicted")
        #expect([TheoryGap.pausing, .congestion].consequence?.hasPrefix("it does not predict when") == true)
        #expect([TheoryGap]().consequence == nil && [TheoryGap]().words.isEmpty)
    }
}
