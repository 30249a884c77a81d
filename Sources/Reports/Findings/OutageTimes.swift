package import Analysis
import Figures
import Wire

/// When a line was down, in words. Times count from the run's start.
package struct OutageTimes: Sendable {
    /// Most outages that are told one by one.
    private static let most = 3

    private let spans: [Span]

    package init(_ spans: [Span]) {
        self.spans = spans
    }

    /// Begins with a comma; empty if nothing is known.
    package var text: String {
        guard !spans.isEmpty else { return "" }
        let told = spans.prefix(Self.most).map { "from \(moment($0.start)) to \(moment($0.end))" }
        let rest = spans.count - told.count
        guard rest > 0 else { return ", " + told.joined(separator: " and ") }
        return ", " + told.joined(separator: ", ") + " and \(CountFormat.text(rest, "more time"))"
    }

    private func moment(_ moment: Instant) -> String {
        FixedPoint.text(Double(moment.nanoseconds) / 1e9, digits: 3) + " s"
    }
}
