import Figures
import Runs
import Wire

/// Runs as JUnit's XML, which pipelines show: each expectation is a test, and so is the run itself.
///
/// Jenkins refuses a report with more than its schema has, and versions of it differ: only what all of them know is
/// written. So the scenario's file is the suite's, and its line stands in the text of a failure.
package struct JUnitReport {
    private let runs: [PipelineRun]

    package init(_ runs: [PipelineRun]) {
        self.runs = runs
    }

    package var text: String {
        let counts = runs.map { Self.counts($0.result) }
        let totals = counts.reduce(into: Counts()) { sum, one in
            sum.tests += one.tests
            sum.failures += one.failures
            sum.errors += one.errors
        }
        let time = runs.reduce(0) { $0 + Self.time($1.result) }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="netlab" \(totals.attributesOfAll) time="\(Self.seconds(time))">
            \(runs.map(Self.suite).joined())</testsuites>

            """
    }

    private struct Counts {
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0

        var attributes: String { "\(attributesOfAll) skipped=\"\(skipped)\"" }

        /// Jenkins' schema counts what was skipped in each suite alone.
        var attributesOfAll: String { "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\"" }
    }

    private static func counts(_ result: RunResult) -> Counts {
        Counts(
            tests: result.expectations.count + 1,
            failures: result.expectations.count { $0.verdict == .notHeld },
            errors: result.breakdown == nil ? 0 : 1,
            skipped: result.expectations.count { $0.verdict == .notJudged || $0.verdict == .notRun }
        )
    }

    private static func suite(_ run: PipelineRun) -> String {
        let result = run.result
        let time = seconds(Self.time(result))
        let file = run.file.map { " file=\"\(escaped($0))\"" } ?? ""
        let head =
            "<testsuite name=\"\(escaped(result.title))\" \(counts(result).attributes) time=\"\(time)\""
            + " timestamp=\"\(TimestampFormat.text(result.startedAt))\"\(file)>\n"
        let outcome = result.breakdown.map {
            "<error type=\"\(result.outcome.rawValue)\" message=\"\(escaped($0))\"/>"
        }
        return head + test("the run", of: result, time: time, outcome ?? "")
            + result.expectations.map { test($0, of: run) }.joined() + "</testsuite>\n"
    }

    private static func test(_ expectation: ExpectationResult, of run: PipelineRun) -> String {
        let found = escaped(expectation.found)
        let outcome =
            switch expectation.verdict {
            case .held: "<system-out>found \(found)</system-out>"
            case .notHeld:
                "<failure type=\"\(expectation.verdict.rawValue)\" message=\"found \(found)\">"
                    + "expected \(escaped(expectation.text))\nfound    \(found)\n"
                    + "line \(expectation.line) of \(escaped(run.file ?? "the scenario"))</failure>"
            case .notJudged: "<skipped message=\"not judged: \(found)\"/>"
            case .notRun: "<skipped message=\"not run: \(found)\"/>"
            }
        let time = run.result.step(of: expectation)?.makespan ?? 0
        return test(expectation.text, of: run.result, time: seconds(time), outcome)
    }

    /// `outcome` is XML; empty for a test that passed and has nothing to tell.
    private static func test(
        _ name: String,
        of result: RunResult,
        time: String,
        _ outcome: String
    ) -> String {
        let head =
            "<testcase classname=\"\(escaped(result.title))\" name=\"\(escaped(name))\" time=\"\(time)\""
        return outcome.isEmpty ? "\(head)/>\n" : "\(head)>\(outcome)</testcase>\n"
    }

    private static func time(_ result: RunResult) -> Nanoseconds {
        result.steps.reduce(0) { $0 + $1.makespan }
    }

    private static func seconds(_ time: Nanoseconds) -> String {
        FixedPoint.text(Double(time) / 1e9, digits: 3)
    }

    private static func escaped(_ text: String) -> String { MarkupText.escaped(text.printable) }
}
