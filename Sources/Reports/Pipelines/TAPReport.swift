package import Runs

/// Runs in the Test Anything Protocol (version 13, which Perl's `prove` reads everywhere): each expectation is a test, and
/// so is the run itself.
package struct TAPReport {
    private let results: [RunResult]

    package init(_ results: [RunResult]) {
        self.results = results
    }

    package var text: String {
        var lines: [String] = []
        for result in results {
            lines.append(Self.line(result.breakdown == nil, "\(result.title): the run", nil))
            if let breakdown = result.breakdown { lines += Self.block("reason", breakdown) }
            for expectation in result.expectations { lines += Self.lines(expectation, of: result) }
        }
        let count = lines.count { $0.hasPrefix("ok") || $0.hasPrefix("not ok") }
        var number = 0
        let numbered = lines.map { line -> String in
            guard let mark = ["not ok", "ok"].first(where: { line.hasPrefix($0) }) else { return line }
            number += 1
            return "\(mark) \(number)\(line.dropFirst(mark.count))"
        }
        return (["TAP version 13", "1..\(count)"] + numbered).joined(separator: "\n") + "\n"
    }

    private static func lines(_ expectation: ExpectationResult, of result: RunResult) -> [String] {
        let name = "\(result.title): \(expectation.text)"
        switch expectation.verdict {
        case .held: return [line(true, name, nil)]
        case .notHeld: return [line(false, name, nil)] + block("found", expectation.found)
        case .notJudged: return [line(true, name, "not judged: \(expectation.found)")]
        case .notRun: return [line(true, name, "not run: \(expectation.found)")]
        }
    }

    private static func line(_ isGood: Bool, _ name: String, _ skipped: String?) -> String {
        "\(isGood ? "ok" : "not ok") - \(escaped(name))\(skipped.map { " # SKIP \(escaped($0))" } ?? "")"
    }

    /// A diagnostic block in YAML.
    private static func block(_ key: String, _ text: String) -> [String] {
        let quoted = marked(text, before: ["\\", "\""])
        return ["  ---", "  \(key): \"\(quoted)\"", "  ..."]
    }

    /// `#` begins a directive.
    private static func escaped(_ text: String) -> String { marked(text, before: ["\\", "#"]) }

    /// The text on one line, with a backslash before these signs, whatever marks are combined with them.
    private static func marked(_ text: String, before signs: Set<Unicode.Scalar>) -> String {
        var marked = String.UnicodeScalarView()
        for scalar in text.printable.unicodeScalars {
            if signs.contains(scalar) { marked.append("\\") }
            marked.append(scalar)
        }
        return String(marked)
    }
}
