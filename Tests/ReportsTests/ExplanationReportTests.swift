import Analysis
import JSON
import Reports
import Runs
import Testing

@Suite struct ExplanationReportTests {
    private func text(
        _ result: RunResult,
        missing: [ExplanationGap] = [],
        _ detail: ExplanationDetail = .folded
    ) -> String {
        let explanation = RunExplanation(result, missing: missing)
        return ExplanationReport(explanation, folder: "captures/dsl", detail: detail).document.text(width: 80)
    }

    @Test func `reports that a run failed or was interrupted`() {
        var result = SampleResult.dsl()
        #expect(!text(result).contains("interrupted"))
        result.outcome = .interrupted
        #expect(text(result).contains("The run was interrupted: transfers in progress end there"))
        result.outcome = .failed
        result.failure = "the origin is gone"
        #expect(text(result).contains("The run failed: the origin is gone."))
    }

    @Test func `shows a capture's name once`() {
        var result = SampleResult.dsl()
        result.scenario = "captures/dsl"
        #expect(text(result).hasPrefix("where the time went: captures/dsl\n"))
    }

    /// Two transfers; the second took four times as long as the first.
    private func uneven() -> RunResult {
        var result = SampleResult.dsl()
        for (place, unit) in result.transfers.indices.map({ ($0, $0 == 1 ? Int64(4) : 1) }) {
            result.transfers[place].ledger = TransferLedger([
                .connect: 5_000_000 * unit, .payload: 80_000_000 * unit, .sharing: 15_000_000 * unit,
            ])
        }
        return result
    }

    @Test func `bars share one scale and show causes in chronological order`() {
        let lines = text(uneven(), .each).split(separator: "\n").map { $0.drop { $0 == " " } }
        let bars = lines.filter { !$0.isEmpty && $0.allSatisfy("c~#".contains) }
        #expect(bars.map(\.count).max() == 76)
        #expect(bars.count == SampleResult.dsl().transfers.count)
        #expect(bars[0].count == 19 && bars[1].count == 76)
        for bar in bars {
            let letters = bar.reduce(into: [Character]()) { if $0.last != $1 { $0.append($1) } }
            #expect(letters == ["c", "~", "#"], "\(bar)")
        }
    }

    @Test func `the summary and advice precede the details`() throws {
        let result = uneven()
        var explanation = RunExplanation(result)
        explanation.whatIfs = [
            WhatIf(
                change: .doubleRate,
                before: WhatIf.Figures(makespan: 2_000_000_000, sum: 3_000_000_000),
                after: WhatIf.Figures(makespan: 1_000_000_000, sum: 2_000_000_000)
            )
        ]
        let report = ExplanationReport(explanation, folder: "f").document.text(width: 200)
        let time = try #require(report.firstRange(of: "80.0 %, is payload: the line carried their bodies."))
        let help = try #require(report.firstRange(of: "What would help most: twice the rate."))
        let table = try #require(report.firstRange(of: "what would help, by simulation"))
        let step = try #require(report.firstRange(of: "\n\n\(result.steps[0].name): "))
        #expect(time.lowerBound < help.lowerBound && help.lowerBound < table.lowerBound)
        #expect(table.lowerBound < step.lowerBound)
        #expect(report.contains("Next: sharing 15.0 %, connect 5.0 %."))
        #expect(report.contains("In simulation, the steps take 1.000 s instead of 2.000 s."))
    }

    @Test func `says when no change helps or advice is unavailable`() {
        var explanation = RunExplanation(uneven())
        explanation.whatIfs = []
        let report = ExplanationReport(explanation, folder: "f").document.text(width: 200)
        #expect(report.contains("No change that was tried would help."))
        #expect(text(uneven()).contains("What would help is not known: "))
        let capture = RunExplanation(ofCapture: uneven())
        let told = ExplanationReport(capture, folder: "f").document.text(width: 200)
        #expect(!told.contains("would help") && told.contains("is payload"))
    }

    @Test func `the JSON has what the text says`() throws {
        var explanation = RunExplanation(uneven(), missing: [])
        explanation.whatIfs = [
            WhatIf(
                change: .doubleRate,
                before: WhatIf.Figures(makespan: 2_000_000_000, sum: 3_000_000_000),
                after: WhatIf.Figures(makespan: 1_000_000_000, sum: 2_500_000_000)
            )
        ]
        let json = ExplanationReport.document(explanation, folder: "captures/dsl")
        #expect(json["folder"] == "captures/dsl" && json["mode"] == "packet" && json["trusted"]?.flag == true)
        let help = try #require(json["whatIf"]?.elements.first)
        #expect(help["gainNs"]?.int64 == 1_000_000_000 && help["sumGainNs"]?.int64 == 500_000_000)
        #expect(help["measured"] == .null && help["change"] == "twice the rate")
        let transfers = json["steps"]?.elements.flatMap { $0["transfers"]?.elements ?? [] } ?? []
        #expect(transfers.count == explanation.result.transfers.count)
        #expect(transfers[1]["ledger"]?["payload"]?.int64 == 320_000_000)
        #expect(transfers[0]["sentences"]?.elements.isEmpty == false)
        let capture = RunExplanation(ofCapture: uneven())
        let told = ExplanationReport.document(capture, folder: "f")
        #expect(told["mode"] == "capture" && told["whatIf"] == .null)
    }

    @Test func `names in a run folder cannot inject terminal sequences`() {
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
        result.emulation.doubts = [.text(wicked)]
        let told = text(result, missing: [.damagedResult(why: wicked)])
        #expect(!told.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        #expect(told.contains("a·[31m·.jpg") && !told.contains("[31m\n"))
    }

    @Test(arguments: [40, 80, 100])
    func `sentences are wrapped to the width`(width: Int) {
        let explanation = RunExplanation(SampleResult.dsl(), missing: [.foreignResult])
        let report = ExplanationReport(explanation, folder: "f").document.text(width: width)
        for line in report.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }
}
