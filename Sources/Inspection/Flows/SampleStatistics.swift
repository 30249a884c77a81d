/// Summary of many samples. The median is that of an evenly spaced subset; of few samples it uses all.
package struct SampleStatistics: Hashable, Sendable {
    private static let mostKept = 64

    package private(set) var count = 0
    package private(set) var least: Int64 = .max
    package private(set) var most: Int64 = .min
    private var sum: Int64 = 0
    /// Every `step`-th sample.
    private var kept: [Int64] = []
    private var step = 1

    package init() {}

    package mutating func add(_ sample: Int64) {
        if count.isMultiple(of: step) { keep(sample) }
        count += 1
        least = min(least, sample)
        most = max(most, sample)
        sum = sum.addingReportingOverflow(sample).partialValue
    }

    private mutating func keep(_ sample: Int64) {
        kept.append(sample)
        guard kept.count > Self.mostKept else { return }
        kept = stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
        step *= 2
    }

    /// nil without samples.
    package var median: Int64? {
        guard !kept.isEmpty else { return nil }
        let sorted = kept.sorted()
        let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        return low + (high &- low) / 2
    }

    /// nil without samples.
    package var mean: Int64? { count > 0 ? sum / Int64(count) : nil }
}

extension SampleStatistics {
    func pack(into writer: inout PackedWriter) {
        writer.put(count)
        guard count > 0 else { return }
        writer.put(least)
        writer.put(most, after: least)
        writer.put(sum)
        writer.put(step)
        writer.put(kept.count)
        for sample in kept { writer.put(sample &- least) }
    }

    init(from reader: inout PackedReader) {
        count = reader.count()
        guard count > 0 else { return }
        least = reader.stamp()
        let least = least
        most = reader.stampOrNil(after: least) ?? least
        sum = reader.stamp()
        step = max(1, reader.count())
        kept = reader.list { $0.stamp() &+ least }
    }
}
