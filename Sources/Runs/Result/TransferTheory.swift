package import JSON
import Scenarios
package import Wire

/// Theory's figures for one transfer, including connection set-up if there was one.
package struct TransferTheory: Hashable, Sendable, Tabulated {
    /// Body bits over the line's rate (the mean of a changing rate).
    package var article: Nanoseconds
    /// All bytes that the response puts on the wire, over the line's rate.
    package var wire: Nanoseconds
    /// With nothing else on the line; nil if theory cannot predict for this line.
    package var alone: Nanoseconds?
    /// With the step's other transfers on the line, from their actual starts; nil likewise.
    package var shared: Nanoseconds?

    package init(article: Nanoseconds, wire: Nanoseconds, alone: Nanoseconds?, shared: Nanoseconds?) {
        self.article = article
        self.wire = wire
        self.alone = alone
        self.shared = shared
    }

    package static let figures: [ResultFigure<TransferTheory>] = [
        .stored(.time, "article", \.article),
        .stored(.time, "wire", \.wire),
        .stored(.time, "alone", \.alone),
        .stored(.time, "shared", \.shared),
    ]

    package init?(json: JSONValue) {
        self.init(article: 0, wire: 0, alone: nil, shared: nil)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
