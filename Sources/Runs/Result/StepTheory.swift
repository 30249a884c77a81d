package import JSON
import Scenarios
package import Wire

/// Theory's figures for a step that used the network.
package struct StepTheory: Hashable, Sendable, Tabulated {
    /// Sum of the transfers' body bits over the line's rate (the mean of a changing rate).
    package var articleSum: Nanoseconds
    /// All bytes of the step's responses on the wire, over the line's rate.
    package var wire: Nanoseconds
    /// From the first start to the last end; nil if theory cannot predict for this line.
    package var shared: Nanoseconds?

    package init(articleSum: Nanoseconds, wire: Nanoseconds, shared: Nanoseconds?) {
        self.articleSum = articleSum
        self.wire = wire
        self.shared = shared
    }

    package static let figures: [ResultFigure<StepTheory>] = [
        .stored(.time, "articleSum", \.articleSum),
        .stored(.time, "wire", \.wire),
        .stored(.time, "shared", \.shared),
    ]

    package init?(json: JSONValue) {
        self.init(articleSum: 0, wire: 0, shared: nil)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
