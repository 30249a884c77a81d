import Analysis
import FuzzSupport
import JSON
import Reports
import Runs

/// Any bytes as a run's result: no result, or one that is the same again once written, and that every report can show.
package func fuzzResult(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { return }
    if let record = RunRecord(json: json) {
        demand(RunRecord(json: record.json) == record, "another record once it is written")
    }
    guard let result = RunResult(json: json) else { return }
    guard let written = try? JSONValue(parsing: Array(result.json.line.utf8)),
        let again = RunResult(json: written)
    else {
        demand(false, "a result that is none once written")
        return
    }
    demand(again.json.line == RunResult(json: again.json)?.json.line, "another one each time it is written")
    show(result)
}

private func show(_ result: RunResult) {
    let style = TerminalStyle(isColoured: false, width: 100)
    let explanation = RunExplanation(result)
    let text = TerminalRenderer(style).text(ExplanationReport(explanation, folder: "fuzzed").document)
    demand(!text.unicodeScalars.contains("\u{1B}"), "a result that steers the terminal")
    let page = RunPage(explanation, link: []).bytes
    demand(page.starts(with: Array("<!doctype html>".utf8)), "a page that begins as none")
    let comparison = RunComparison([result], [result])
    _ = TerminalRenderer(style).text(RunComparisonReport(comparison, "a", "b", tolerance: nil).document)
    let run = PipelineRun(result, file: "fuzzed.yaml")
    demand(JUnitReport([run]).text.hasSuffix("\n"), "a report without an end")
    demand(TAPReport([result]).text.hasPrefix("TAP version"), "a report without a beginning")
    demand(!RunCSV([result]).bytes.isEmpty, "a table without its head")
}
