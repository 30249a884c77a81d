import LinkModel
package import Runs
package import Wire

/// What the line carried over time, in equal stretches, for a drawing.
package struct LineChart: Hashable, Sendable {
    /// One direction; a value for each stretch.
    package struct Series: Hashable, Sendable {
        /// In bit/s, headers included.
        package var rates: [Int64]
        /// Bytes that waited before the line, the most at any moment.
        package var queue: [Int]
        /// Packets that were dropped.
        package var drops: [Int]
    }

    package let start: Instant
    package let stretch: Nanoseconds
    package let down: Series
    package let up: Series

    /// nil if the log is empty. `stretches` is their number.
    package init?(_ log: [LinkLogEntry], stretches: Int = 400) {
        guard let first = log.map(\.arrival).min(), stretches > 0 else { return nil }
        let last =
            log.map { max($0.arrival, $0.isCarried ? $0.decision.serviceEnd : $0.arrival) }.max() ?? first
        start = first
        // Shorter ones would show single packets.
        stretch = max(1_000_000, (last - first) / Int64(stretches) + 1)
        let count = Int((last - first) / stretch) + 1
        let grid = Grid(start: first, stretch: stretch, count: count)
        down = grid.series(log.filter { $0.packet.direction == .down })
        up = grid.series(log.filter { $0.packet.direction == .up })
    }
}

/// The stretches of a chart.
private struct Grid {
    let start: Instant
    let stretch: Nanoseconds
    let count: Int

    func series(_ log: [LinkLogEntry]) -> LineChart.Series {
        LineChart.Series(rates: rates(log), queue: queue(log), drops: drops(log))
    }

    private func place(_ instant: Instant) -> Int {
        min(max(0, Int((instant - start) / stretch)), count - 1)
    }

    /// A packet's bits are spread over the time in which the line sent them.
    private func rates(_ log: [LinkLogEntry]) -> [Int64] {
        var bits = [Double](repeating: 0, count: count)
        for entry in log where entry.isCarried {
            let (from, to) = (entry.decision.serviceStart, entry.decision.serviceEnd)
            let (first, last) = (place(from), place(to))
            guard first < last else {
                bits[first] += Double(entry.bytes) * 8
                continue
            }
            for place in first...last {
                let begin = start + Int64(place) * stretch
                let part = min(to - begin, stretch) - max(0, from - begin)
                bits[place] += Double(entry.bytes) * 8 * Double(part) / Double(to - from)
            }
        }
        return bits.map { Int64(($0 * 1e9 / Double(stretch)).rounded()) }
    }

    private func queue(_ log: [LinkLogEntry]) -> [Int] {
        var changes: [(at: Instant, bytes: Int)] = []
        for entry in log where entry.isCarried && entry.decision.serviceStart > entry.arrival {
            changes.append((entry.arrival, entry.bytes))
            changes.append((entry.decision.serviceStart, -entry.bytes))
        }
        changes.sort { ($0.at, $0.bytes) < ($1.at, $1.bytes) }
        var most = [Int](repeating: 0, count: count)
        var (waiting, next) = (0, 0)
        for place in 0..<count {
            most[place] = waiting
            let end = start + Int64(place + 1) * stretch
            while next < changes.count, changes[next].at < end {
                waiting += changes[next].bytes
                most[place] = max(most[place], waiting)
                next += 1
            }
        }
        return most
    }

    private func drops(_ log: [LinkLogEntry]) -> [Int] {
        var drops = [Int](repeating: 0, count: count)
        for entry in log where entry.isDropped { drops[place(entry.arrival)] += 1 }
        return drops
    }
}

extension LinkLogEntry {
    /// The line sent it.
    var isCarried: Bool { decision.fate == .delivered }

    /// It was lost on purpose, or for want of room.
    var isDropped: Bool { decision.fate != .delivered && decision.fate != .waiting }
}
