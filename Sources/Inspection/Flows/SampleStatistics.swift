/// Many samples summed up.
package struct SampleStatistics: Hashable, Sendable {
    package private(set) var count = 0
    package private(set) var least: Int64 = .max
    package private(set) var most: Int64 = .min
    private var sum: Int64 = 0

    package init() {}

    package mutating func add(_ sample: Int64) {
        count += 1
        least = min(least, sample)
        most = max(most, sample)
        sum = sum.addingReportingOverflow(sample).partialValue
    }

    /// nil of nothing.
    package var mean: Int64? { count > 0 ? sum / Int64(count) : nil }
}
