import Analysis
import Runs
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct EmulationTrustTests {
    private static let late =
        "one packet in a hundred left the line 4.8 ms late or more (at most 1.0 ms is good enough): the machine was too busy"

    @Test(
        arguments: [
            (nil, ""),
            (ProcessorShortage(), ""),
            (ProcessorShortage(stolen: 9_999_999, waited: 0), ""),
            (
                ProcessorShortage(stolen: 310_000_000),
                " (its host gave 0.310 s of its processors' time to others)"
            ),
            (ProcessorShortage(waited: 1_200_000_000), " (its programs waited 1.200 s for a processor)"),
            (
                ProcessorShortage(stolen: 310_000_000, waited: 85_000_000),
                " (its host gave 0.310 s of its processors' time to others, and its programs waited 85.0 ms for a processor)"
            ),
        ] as [(ProcessorShortage?, String)]
    )
    func `lateness is told with who had the processors meanwhile`(
        shortage: ProcessorShortage?,
        detail: String
    ) {
        let told = EmulationTrust.objections(
            latenessP99: 4_800_000,
            captureDrops: 0,
            shortage: shortage
        )
        #expect(told == [Self.late + detail])
    }

    @Test func `where packets left in time nothing is said of processors`() {
        let busy = ProcessorShortage(stolen: 9_000_000_000, waited: 9_000_000_000)
        #expect(
            EmulationTrust.objections(latenessP99: 1_000_000, captureDrops: nil, shortage: busy).isEmpty
        )
        #expect(
            EmulationTrust.objections(latenessP99: nil, captureDrops: 2, shortage: busy)
                == ["the recorders missed 2 packets"]
        )
    }
}
