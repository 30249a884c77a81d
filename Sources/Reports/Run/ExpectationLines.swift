package import Runs

/// What a scenario expected, held or not, and what was found.
package struct ExpectationLines: Sendable {
    private let expectations: [ExpectationResult]

    package init(_ expectations: [ExpectationResult]) {
        self.expectations = expectations
    }

    /// Empty where nothing was expected.
    package func lines(_ style: TerminalStyle) -> [String] {
        guard !expectations.isEmpty else { return [] }
        let held = expectations.count { $0.held == true }
        let head = "expectations: \(held) of \(expectations.count) held"
        return [style.accent(head, .bold)] + expectations.flatMap { lines($0, style) }
    }

    private func lines(_ expectation: ExpectationResult, _ style: TerminalStyle) -> [String] {
        let (verdict, accent) = Self.words(expectation.verdict)
        let place = expectation.verdict == .held ? "" : " (line \(expectation.line))"
        let text = "\(expectation.text)\(place): \(expectation.actual)"
        let body = text.wrapped(style.width, indent: 14)
        let first = (body.first ?? "").dropFirst(14)
        return ["  " + style.accent(verdict.padded(toRight: 10), accent) + "  " + first] + body.dropFirst()
    }

    private static func words(_ verdict: ExpectationResult.Verdict) -> (String, TerminalStyle.Accent) {
        switch verdict {
        case .held: ("held", .green)
        case .notHeld: ("NOT HELD", .red)
        case .notJudged: ("not judged", .yellow)
        case .notRun: ("not run", .yellow)
        }
    }
}
