import Analysis
import Logs
import Runs
import Testing
import Wire

@testable import Reports

@Suite struct OverlapSentenceTests {
    /// A step whose transfers begin together and end at these moments.
    private func step(_ ends: [Nanoseconds]) -> StepExplanation {
        var result = SampleResult.empty()
        result.transfers = ends.enumerated().map { number, end in
            TransferResult(
                id: number,
                step: "cold",
                file: "\(number)",
                url: "",
                source: .network,
                start: .zero,
                duration: end,
                bodyBytes: 0
            )
        }
        let (sum, longest) = (ends.reduce(0, +), ends.max() ?? 0)
        let step = StepResult(
            name: "cold",
            start: .zero,
            makespan: longest,
            sumOfDurations: sum,
            busy: longest,
            overlap: 2,
            hitRatio: 0
        )
        return StepExplanation(step, of: result)
    }

    @Test func `leaves out times that are negligible against the total`() {
        let sentence = OverlapSentence(step([400_000_000, 400_003_300, 400_006_600, 700_000_000]))
        #expect(sentence.text?.hasPrefix("Transfers in parallel: 4 for 0.400 s, 1 for 0.300 s. ") == true)
        #expect(sentence.wholeText?.contains("4 for 0.400 s, 3 for 3.3 us, 2 for 3.3 us, 1 for ") == true)
    }

    @Test func `lists the longest concurrency levels and sums up the others`() {
        let sentence = OverlapSentence(step((1...20).map { $0 * 10_000_000 }))
        #expect(sentence.text?.contains(", other counts, up to 20, for 0.140 s.") == true)
        #expect(sentence.text?.contains("other counts") != sentence.wholeText?.contains("other counts"))
    }

    @Test func `sequential transfers have no overlap sentence`() {
        #expect(OverlapSentence(step([50])).text == nil)
    }
}
