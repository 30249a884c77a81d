import Runs
import Scenarios

@testable import ScenarioFormat

/// `docs/reference/expectations.md`: every figure that an expectation can compare.
enum ExpectationReference {
    static var page: String {
        let functions = SubjectCall.names.map { "`\($0)`" }.joined(separator: ", ")
        let comparisons = ExpectationReading.comparisons.keys.sorted().map { "`\($0)`" }.joined(
            separator: ", "
        )
        let rows = ExpectationMetric.all.map { metric in
            "| `\(metric.name)` | \(owner(metric)) | \(value(metric)) |"
        }
        return ([opening(comparisons, functions), "| figure | of | compared with |\n|---|---|---|"] + rows)
            .joined(separator: "\n") + "\n"
    }

    private static func opening(_ comparisons: String, _ functions: String) -> String {
        """
        # What a scenario can expect

        Generated from the program by `make reference`. [expectations.md](../expectations.md) explains it,
        with examples.

        An expectation is `WHAT OP VALUE`, as in `cold.makespan < 8 s`.

        - `OP` is one of \(comparisons), or `within N % of`.
        - Functions of several transfers: \(functions).
        - [scenario.md](scenario.md) has the units of quantities.

        """
    }

    private static func owner(_ metric: ExpectationMetric) -> String {
        if metric.isOfBoth { return "the step, and each transfer" }
        return metric.isOfStep ? "the step" : "each transfer"
    }

    /// Words that stand for values, and the units of quantities.
    private static func value(_ metric: ExpectationMetric) -> String {
        guard let words = metric.words else { return "any word, or `none`" }
        let noun = metric.kind == .word ? nil : metric.noun
        return ([noun].compactMap { $0 } + words.map { "`\($0)`" }).joined(separator: ", ")
    }
}
