/// The figure of one metric, with its unit.
package enum MetricFigure: Hashable, Sendable {
    /// In nanoseconds.
    case time(Double)
    case bytes(Double)
    /// In bit/s.
    case rate(Double)
    case ratio(Double)
    case number(Double)
    case word(String)
    /// The run does not contain it.
    case missing
}
