/// What a run shows where an expectation asks.
package enum ExpectationFinding: Hashable, Sendable {
    /// The run stopped during the step, or before it.
    case stopped(step: String, hasBegun: Bool)
    case noTransfer(step: String, file: String?)
    /// The only figure, or those that do not meet the expectation and the number of further ones.
    case figures([FoundFigure], more: Int)
    /// All transfers have the same.
    case same(MetricFigure, times: Int)
    case range(MetricFigure, MetricFigure)
    /// Figures without an order, one for each transfer.
    case each([MetricFigure])
    /// The words of a `result.json`.
    case text(String)

    package static func figure(_ figure: MetricFigure, beside: FoundFigure.Reference? = nil) -> Self {
        .figures([FoundFigure(figure, beside: beside)], more: 0)
    }
}
