import LinkModel
import Runs
import Testing

@testable import Reports

/// Parts of a step's report.
@Suite struct StepSummaryTests {
    private func summary(_ result: RunResult, _ step: Int) -> StepSummary {
        StepSummary(result, result.steps[step], changedLine: nil)
    }

    @Test func `a step's summary form follows from its transfers`() {
        var result = SampleResult.dsl()
        #expect((0..<4).map { summary(result, $0).form } == [.transfers, .transfers, .hits, .transfers])
        result.transfers = []
        #expect(summary(result, 0).form == .nothing)
    }

    @Test(arguments: [(24, StepSummary.Form.transfers), (25, .tiers)])
    func `more than 24 transfers are summarised by the tier that answered`(
        _ count: Int,
        _ form: StepSummary.Form
    ) {
        var result = SampleResult.dsl()
        result.steps[0].cache.answers.memory = 1
        let first = result.transfers[0]
        result.transfers = (0..<count).map { number in
            var transfer = first
            transfer.id = number
            return transfer
        }
        #expect(summary(result, 0).form == form)
    }

    @Test func `only a step with transfers that overlap on the line is marked as shared`() {
        let result = SampleResult.dsl()
        #expect(summary(result, 0).isShared && summary(result, 0).overlap != nil)
        #expect(!summary(result, 1).isShared && summary(result, 1).overlap == nil)
    }

    @Test func `callers that shared a transfer have no row, and equal errors share one row`() {
        var result = SampleResult.dsl()
        var waiting = result.transfers[0]
        waiting.id = 100
        waiting.sharedWith = 0
        var failed = waiting
        (failed.sharedWith, failed.clientLog, failed.error) = (nil, nil, "refused")
        var other = failed
        (failed.id, other.id) = (101, 102)
        result.transfers += [waiting, failed, other]
        let summary = summary(result, 0)
        #expect(summary.transfers.count == 6)
        #expect(summary.shown.map(\.id) == result.transfers.prefix(3).map(\.id) + [101])
    }
}
