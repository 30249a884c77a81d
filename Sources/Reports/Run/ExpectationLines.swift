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
        let (verdict, accent) = Self.verdict(expectation.held)
        let place = expectation.held == true ? "" : " (line \(expectation.line))"
        let text = "\(expectation.text)\(place): \(expectation.actual)"
        let body = text.wrapped(style.width, indent: 14)
        let first = (body.first ?? "").dropFirst(14)
        return ["  " + style.accent(verdict.padded(toRight: 10), accent) + "  " + first] + body.dropFirst()
    }

    private static func verdict(_ held: Bool?) -> (String, TerminalStyle.Accent) {
        switch held {
        case true: ("held", .green)
        case false: ("NOT HELD", .red)
        case nil: ("not judged", .yellow)
        }
    }
}
