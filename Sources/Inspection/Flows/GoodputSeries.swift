/// Bytes of a stream by the time at which they were first seen, in at most 64 steps, whose width grows with
/// the time.
package struct GoodputSeries: Hashable, Sendable {
    private static let mostSteps = 64

    /// Width of a step in nanoseconds.
    package private(set) var width: Int64 = 10_000_000
    package private(set) var steps: [Int] = []
    /// When the first step begins.
    package private(set) var start: Int64 = 0
    /// The current step, and when it ends.
    private var current = 0
    private var end: Int64 = .min

    package init() {}

    @inline(__always)
    package mutating func add(_ count: Int, at stamp: Int64) {
        if stamp >= end { advance(to: stamp) }
        // A packet out of order counts in the current step.
        steps[current] += count
    }

    /// Bytes between two timestamps; the bytes of a step are spread over it evenly.
    package func bytes(from first: Int64, to last: Int64) -> Double {
        guard last > first, !steps.isEmpty else { return 0 }
        func place(_ stamp: Int64) -> Double {
            min(Double(steps.count), max(0, Double(stamp - start) / Double(width)))
        }
        let (from, to) = (place(first), place(last))
        return (Int(from)..<max(Int(from), Int(to.rounded(.up)))).reduce(0) { sum, step in
            sum + Double(steps[step]) * (min(to, Double(step + 1)) - max(from, Double(step)))
        }
    }

    /// When at least so many bytes first came within one step between two timestamps, as exactly as the steps tell; nil if
    /// they never did.
    package func firstArrival(of least: Int, from first: Int64, to last: Int64) -> Int64? {
        guard last > first, !steps.isEmpty else { return nil }
        for step in steps.indices where steps[step] >= least {
            let begin = start &+ Int64(step) &* width
            let (from, to) = (max(first, begin), min(last, begin &+ width))
            if to > from, bytes(from: from, to: to) >= Double(least) { return from }
        }
        return nil
    }

    private mutating func advance(to stamp: Int64) {
        if steps.isEmpty {
            start = stamp
            steps = [0]
            end = stamp > .max - width ? .max : stamp + width
            return
        }
        while (stamp - start) / width >= Int64(Self.mostSteps) { widen() }
        current = Int((stamp - start) / width)
        while steps.count <= current { steps.append(0) }
        let (length, isTooLong) = Int64(current + 1).multipliedReportingOverflow(by: width)
        let (next, isTooLate) = start.addingReportingOverflow(length)
        end = isTooLong || isTooLate ? .max : next
    }

    private mutating func widen() {
        width *= 2
        steps = stride(from: 0, to: steps.count, by: 2).map { index in
            steps[index] + (index + 1 < steps.count ? steps[index + 1] : 0)
        }
    }
}

extension GoodputSeries {
    /// Includes the state needed to continue.
    func pack(into writer: inout PackedWriter) {
        for value in [width, start, end] { writer.put(value) }
        writer.put(current)
        writer.put(steps.count)
        for step in steps { writer.put(step) }
    }

    init(from reader: inout PackedReader) {
        width = max(1, reader.stamp())
        start = reader.stamp()
        end = reader.stamp()
        current = reader.count()
        steps = reader.list { $0.count() }
    }
}
