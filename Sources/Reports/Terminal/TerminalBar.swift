import Runs

/// A bar on a terminal: letters in proportion to each cause's share, and the causes in words below.
struct TerminalBar {
    private static let indent = 4

    private let bar: ReportBar
    private let width: Int
    private let runs: [(cause: LedgerCause, length: Int)]

    init(_ bar: ReportBar, _ style: TerminalStyle) {
        self.bar = bar
        width = style.width
        let scale = bar.longest > 0 ? min(1, Double(bar.total) / Double(bar.longest)) : 1
        let room = Double(max(1, Int((Double(style.width - Self.indent) * scale).rounded())))
        var (reached, sum) = (0, 0.0)
        runs = bar.parts.map { part in
            sum += Double(part.time)
            let end = Int((sum / Double(bar.total) * room).rounded())
            defer { reached = max(reached, end) }
            return (part.cause, max(0, end - reached))
        }
    }

    var lines: [String] {
        let letters = runs.map { String(repeating: $0.cause.letter, count: $0.length) }
        return labels + [String(repeating: " ", count: Self.indent) + letters.joined()]
            + bar.captions.joined(separator: ", ").wrapped(width, indent: Self.indent)
    }

    private var labels: [String] {
        let label = "  " + bar.label
        return label.count <= width ? [label] : bar.label.wrapped(width, indent: 2, hanging: Self.indent)
    }

    /// Causes whose share is large enough for a letter.
    var causes: [LedgerCause] { runs.filter { $0.length > 0 }.map(\.cause) }

    static func legend(_ causes: Set<LedgerCause>) -> String {
        let names = LedgerCause.allCases.filter(causes.contains).map { "\($0.letter) \($0.rawValue)" }
        return "bars: " + names.joined(separator: "  ")
    }
}
