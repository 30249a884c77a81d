import Scenarios

/// Reads `WHAT OP VALUE`.
struct ExpectationParser {
    let values: ValueReader
    /// The files fetched by each step, by step name.
    let steps: [String: [String]]
    let files: [String]

    /// nil with the reason in the log. `ownStep` is the step that contains the expectation.
    func parse(_ node: YAMLNode, in ownStep: String?) -> Expectation? {
        guard let text = values.text(node, "expect") else { return nil }
        let subjects = SubjectParser(steps: steps, files: files, ownStep: ownStep)
        do throws(ExpectationProblem) {
            return try ExpectationReading(text: text, subjects: subjects).expectation(line: node.span.line)
        } catch {
            values.log.report(
                error.message,
                at: values.place(in: node, offset: error.offset),
                word: error.word,
                among: error.candidates
            )
            return nil
        }
    }
}
