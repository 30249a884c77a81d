/// A figure that an expectation asked for, and what it stands beside.
package struct FoundFigure: Hashable, Sendable {
    package enum Reference: Hashable, Sendable {
        /// The figure's share of its transfer's duration.
        case share(Double)
        /// Another figure of the run, and how much larger than that the found one is, as a ratio; nil if one
        /// of them is no number.
        case other(MetricFigure, difference: Double?)
    }

    /// The transfer's file; nil for a figure of the step, and if there is only one.
    package var file: String?
    package var figure: MetricFigure
    package var beside: Reference?

    package init(_ figure: MetricFigure, of file: String? = nil, beside: Reference? = nil) {
        self.file = file
        self.figure = figure
        self.beside = beside
    }
}
