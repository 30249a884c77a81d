import Analysis
import Runs
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct EmulationTrustTests {
    @Test(
        arguments: [
            (nil, ProcessorShortage()),
            (ProcessorShortage(), ProcessorShortage()),
            (ProcessorShortage(stolen: 9_999_999, waited: 0), ProcessorShortage()),
            (ProcessorShortage(stolen: 310_000_000), ProcessorShortage(stolen: 310_000_000)),
            (
                ProcessorShortage(stolen: 10_000_000, waited: 85_000_000),
                ProcessorShortage(stolen: 10_000_000, waited: 85_000_000)
            ),
        ] as [(ProcessorShortage?, ProcessorShortage)]
    )
    func `lateness is reported with what used the processors, as far as it was measured`(
        shortage: ProcessorShortage?,
        measured: ProcessorShortage
    ) {
        let doubts = EmulationTrust.doubts(latenessP99: 4_800_000, captureDrops: 0, shortage: shortage)
        #expect(doubts == [.late(4_800_000, limit: 1_000_000, shortage: measured)])
    }

    @Test func `busy processors alone raise no doubt`() {
        let busy = ProcessorShortage(stolen: 9_000_000_000, waited: 9_000_000_000)
        #expect(EmulationTrust.doubts(latenessP99: 1_000_000, captureDrops: nil, shortage: busy).isEmpty)
        #expect(
            EmulationTrust.doubts(latenessP99: nil, captureDrops: 2, shortage: busy) == [.missed(packets: 2)]
        )
    }
}
