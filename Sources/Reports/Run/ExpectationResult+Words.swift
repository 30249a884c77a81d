package import JSON
package import Runs

extension ExpectationResult: JSONRepresentable {
    /// The value that was found, and why theory has none.
    var found: String {
        switch untold {
        case .line(let gaps): "\(actual.words): theory does not predict it on a line with \(gaps.words)"
        case .connection:
            "\(actual.words): theory does not know the state of a reused connection, or how the origin answers"
        case nil: actual.words
        }
    }

    package var json: JSONValue {
        [
            "text": text.json, "line": line.json, "held": held.json, "verdict": verdict.rawValue.json,
            "actual": found.json,
        ]
    }
}
