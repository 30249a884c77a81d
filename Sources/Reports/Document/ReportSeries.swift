package import Wire

/// A quantity over time: a value for each step, from the first on.
package struct ReportSeries: Hashable, Sendable {
    package let caption: String
    package let step: Nanoseconds
    package let values: [Int]
}
