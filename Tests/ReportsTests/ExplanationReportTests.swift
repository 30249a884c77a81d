import Analysis
import Reports
import Runs
import Testing

@Suite struct ExplanationReportTests {
    private func text(_ result: RunResult, missing: [String] = []) -> String {
        let explanation = RunExplanation(result, missing: missing)
        return ExplanationReport(explanation, folder: "captures/dsl").text(TerminalStyle(width: 80))
    }

    @Test func `a run that did not come to its end says so`() {
        var result = SampleResult.dsl()
        #expect(!text(result).contains("interrupted"))
        result.outcome = .interrupted
        #expect(text(result).contains("The run was interrupted: what was under way then ends there"))
        result.outcome = .failed
        result.failure = "the origin is gone"
        #expect(text(result).contains("The run failed: the origin is gone."))
    }

    @Test func `a capture is named once`() {
        var result = SampleResult.dsl()
        result.scenario = "captures/dsl"
        #expect(text(result).hasPrefix("where the time went: captures/dsl\n"))
    }

    @Test func `names that somebody wrote into a folder do not steer the terminal`() {
        var result = SampleResult.dsl()
        let wicked = "a\u{1B}[31m\n.jpg"
        for place in result.transfers.indices {
            result.transfers[place].file = wicked
            result.transfers[place].step = wicked
            result.transfers[place].error = wicked
            result.transfers[place].ledger = TransferLedger([.payload: result.transfers[place].duration])
        }
        for place in result.steps.indices { result.steps[place].name = wicked }
        result.scenario = wicked
        result.outcome = .failed
        result.failure = wicked
        result.emulation.why = wicked
        let told = text(result, missing: ["not there: \(wicked)"])
        #expect(!told.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        #expect(told.contains("a·[31m·.jpg") && !told.contains("[31m\n"))
    }

    @Test(arguments: [40, 80, 100])
    func `sentences keep to the width, and a word that is longer stays whole`(width: Int) {
        let explanation = RunExplanation(SampleResult.dsl(), missing: ["result.json is another version's"])
        let report = ExplanationReport(explanation, folder: "f").text(TerminalStyle(width: width))
        for line in report.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }
}
