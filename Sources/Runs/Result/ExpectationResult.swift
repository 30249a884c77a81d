/// An expectation and what came of it.
package struct ExpectationResult: Hashable, Sendable, JSONRepresentable {
    package var text: String
    package var line: Int
    /// nil where it was not judged: one about time in a run that cannot be trusted.
    package var held: Bool?
    /// What was found in its place.
    package var actual: String

    package init(text: String, line: Int, held: Bool?, actual: String) {
        self.text = text
        self.line = line
        self.held = held
        self.actual = actual
    }

    package var json: JSONValue {
        ["text": text.json, "line": line.json, "held": held.json, "actual": actual.json]
    }
}
