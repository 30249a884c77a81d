package import Wire

/// A quantity over time: one value per step.
package struct ReportSeries: Hashable, Sendable {
    package let caption: String
    package let step: Nanoseconds
    package let values: [Int]
}
