import Figures
package import Runs
import Wire

/// Runs as JUnit's XML, which pipelines show: each expectation is a test, and so is the run itself.
package struct JUnitReport {
    private let results: [RunResult]

    package init(_ results: [RunResult]) {
        self.results = results
    }

    package var text: String {
        let suites = results.map(Self.suite)
        let counts = results.map(Self.counts)
        let totals = counts.reduce(into: Counts()) { sum, one in
            sum.tests += one.tests
            sum.failures += one.failures
            sum.errors += one.errors
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="netlab" \(totals.attributesOfAll)>
            \(suites.joined())</testsuites>

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

    private static func suite(_ result: RunResult) -> String {
        let name = escaped(result.title)
        let time = result.steps.reduce(0) { $0 + $1.makespan }
        let seconds = FixedPoint.text(Double(time) / 1e9, digits: 3)
        let head =
            "<testsuite name=\"\(name)\" \(counts(result).attributes) time=\"\(seconds)\""
            + " timestamp=\"\(TimestampFormat.text(result.startedAt))\">\n"
        let run = test(
            "the run",
            name,
            time: seconds,
            result.breakdown.map { "<error message=\"\(escaped($0))\"/>" }
        )
        return head + run + result.expectations.map { test($0, name) }.joined() + "</testsuite>\n"
    }

    private static func test(_ expectation: ExpectationResult, _ suite: String) -> String {
        let found = escaped(expectation.found)
        let outcome: String? =
            switch expectation.verdict {
            case .held: nil
            case .notHeld:
                "<failure message=\"found \(found)\">line \(expectation.line) of the scenario</failure>"
            case .notJudged: "<skipped message=\"not judged: \(found)\"/>"
            case .notRun: "<skipped message=\"not run: \(found)\"/>"
            }
        return test(expectation.text, suite, time: "0", outcome)
    }

    private static func test(_ name: String, _ suite: String, time: String, _ outcome: String?) -> String {
        let head = "<testcase classname=\"\(suite)\" name=\"\(escaped(name))\" time=\"\(time)\""
        return outcome.map { "\(head)>\($0)</testcase>\n" } ?? "\(head)/>\n"
    }

    private static func escaped(_ text: String) -> String { MarkupText.escaped(text.printable) }
}
