import Reports
import Runs
import Testing

@Suite struct GitHubReportTests {
    private func result(_ outcome: RunResult.Outcome = .expectationsFailed) -> RunResult {
        var result = SampleResult.dsl()
        result.outcome = outcome
        result.expectations = [
            ExpectationResult(text: "a.duration < 1 s", line: 7, verdict: .held, actual: .text("0.5 s")),
            ExpectationResult(
                text: "b.share, c: < 5 %",
                line: 8,
                verdict: .notHeld,
                actual: .text("9 %\r\nand")
            ),
        ]
        return result
    }

    private func annotations(_ result: RunResult, file: String? = "my,dir/a:b.yaml") -> String {
        GitHubReport([.init(result, file: file)]).annotations
    }

    @Test func `a failed expectation is an error annotation at its line`() {
        #expect(
            annotations(result()) == "::error file=my%2Cdir/a%3Ab.yaml,line=8,"
                + "title=dsl%3A b.share%2C c%3A < 5 %25::found 9 %25%0D%0Aand\n"
        )
        #expect(annotations(result(), file: nil).hasPrefix("::error title=dsl%3A b.share"))
    }

    @Test func `a successful run has no annotations`() {
        var result = result(.ok)
        result.expectations.removeLast()
        #expect(annotations(result) == "")
    }

    @Test(arguments: [
        (RunResult.Outcome.failed, "::error "), (.interrupted, "::warning "), (.untrusted, "::warning "),
    ])
    func `an unsuccessful run is annotated`(_ outcome: RunResult.Outcome, _ level: String) {
        var result = result(outcome)
        result.expectations = []
        result.emulation.doubts = [.missed(packets: 3)]
        let lines = annotations(result).split(separator: "\n")
        #expect(lines.count == 1 && lines[0].hasPrefix(level) && lines[0].contains(outcome.rawValue))
    }

    @Test func `expectations without a verdict share one warning`() {
        var result = result(.ok)
        for place in result.expectations.indices { result.expectations[place].verdict = .notJudged }
        #expect(annotations(result, file: nil) == "::warning title=dsl::2 expectations could not be judged\n")
    }

    @Test func `text cannot start another workflow command`() {
        var result = result()
        result.expectations[1].text = "x\n::error::y\u{1B}[2J"
        #expect(annotations(result).split(whereSeparator: \.isNewline).count == 1)
        #expect(!annotations(result).contains("\u{1B}"))
    }

    @Test func `the summary has a table of steps and a table of expectations`() {
        var result = result()
        result.expectations[1].text = "a|b <img> *x* `y` \n# h"
        let summary = GitHubReport([.init(result, file: nil)]).summary
        #expect(summary.hasPrefix("### dsl: expectations-failed\n\n| step | transfers | time | theory |\n"))
        #expect(summary.contains("| together | 3 | 6.624 s | 6.617 s |\n"))
        #expect(summary.contains("| a.duration &lt; 1 s | held | 0.5 s |\n"))
        #expect(
            summary.contains(
                "| a&#124;b &lt;img&gt; &#42;x&#42; &#96;y&#96; ·&#35; h | **not held** | 9 %··and |\n"
            )
        )
    }
}
