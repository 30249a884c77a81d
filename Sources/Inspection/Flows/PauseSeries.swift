/// Ordered stretches of time in which no byte of a stream came although more was to come. Bounded: if there
/// are many, neighbours are merged.
package struct PauseSeries: Hashable, Sendable {
    /// One pause, or several merged.
    package struct Pause: Hashable, Sendable {
        package var start: Int64
        package var end: Int64
        /// Share of the time from `start` to `end` that is pause, in nanoseconds.
        package var time: Int64
        /// Number of merged pauses: a segment ended each.
        package var count = 1
    }

    private static let most = 64
    /// Limit on a product of times, to avoid overflow: 285 years.
    private static let longest = 9e18

    package private(set) var pauses: [Pause] = []

    package init() {}

    package mutating func add(from start: Int64, to end: Int64) {
        if pauses.count >= Self.most { mergePairs() }
        pauses.append(Pause(start: start, end: end, time: end - start))
    }

    /// The part of each pause between these timestamps.
    package func within(_ start: Int64, _ end: Int64) -> [Pause] {
        pauses.compactMap { pause in
            let (from, to) = (max(start, pause.start), min(end, pause.end))
            guard to > from, pause.end > pause.start else { return nil }
            let share = Double(to - from) / Double(pause.end - pause.start)
            return Pause(
                start: from,
                end: to,
                time: min(pause.time, Int64(min(Self.longest, Double(pause.time) * share))),
                count: Int((Double(pause.count) * share).rounded(.up))
            )
        }
    }

    private mutating func mergePairs() {
        pauses = stride(from: 0, to: pauses.count, by: 2).map { place in
            var pause = pauses[place]
            guard place + 1 < pauses.count else { return pause }
            pause.end = pauses[place + 1].end
            pause.time += pauses[place + 1].time
            pause.count += pauses[place + 1].count
            return pause
        }
    }
}

extension PauseSeries {
    func pack(into writer: inout PackedWriter) {
        writer.put(pauses) {
            $0.put($1.start)
            $0.put($1.end, after: $1.start)
            $0.put($1.time)
            $0.put($1.count)
        }
    }

    init(from reader: inout PackedReader) {
        pauses = reader.list { reader in
            let start = reader.stamp()
            return Pause(
                start: start,
                end: reader.stampOrNil(after: start) ?? start,
                time: reader.stamp(),
                count: reader.count()
            )
        }
    }
}
