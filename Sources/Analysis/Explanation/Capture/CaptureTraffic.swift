import Inspection

/// Bytes that all connections of a capture brought their clients, by time: bytes of IP packets, spread evenly
/// over the steps in which they were counted.
struct CaptureTraffic {
    /// Most steps examined; beyond it the use of the line is unknown.
    private static let mostSteps = 65_536

    /// All bytes up to a timestamp, and how many come each nanosecond from there on.
    private struct Knot {
        let stamp: Int64
        var bytes = 0.0
        var rate: Double
    }

    private var knots: [Knot] = []

    /// nil if there are too many connections.
    init?(_ flows: InspectedList<CaptureFlow>) {
        for flow in flows {
            let series = flow.down.goodput
            guard knots.count + 2 * series.steps.count <= 2 * Self.mostSteps else { return nil }
            let perByte = Self.wireBytes(flow)
            for (step, bytes) in series.steps.enumerated() where bytes > 0 {
                let start = series.start &+ Int64(step) &* series.width
                let rate = Double(bytes) * perByte / Double(series.width)
                knots.append(Knot(stamp: start, rate: rate))
                knots.append(Knot(stamp: start &+ series.width, rate: -rate))
            }
        }
        knots.sort { $0.stamp < $1.stamp }
        var (bytes, rate) = (0.0, 0.0)
        for place in knots.indices {
            if place > 0 { bytes += rate * Double(knots[place].stamp &- knots[place - 1].stamp) }
            rate += knots[place].rate
            (knots[place].bytes, knots[place].rate) = (bytes, rate)
        }
    }

    /// Bytes between two timestamps for connections other than this one.
    func others(than flow: CaptureFlow, from start: Int64, to end: Int64) -> Double {
        let own = flow.down.goodput.bytes(from: start, to: end) * Self.wireBytes(flow)
        return max(0, bytes(until: end) - bytes(until: start) - own)
    }

    private func bytes(until stamp: Int64) -> Double {
        var (low, high) = (0, knots.count)
        while low < high {
            let middle = (low + high) / 2
            if knots[middle].stamp <= stamp { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let knot = knots[low - 1]
        return knot.bytes + max(0, knot.rate) * Double(stamp &- knot.stamp)
    }

    /// IP bytes for each byte of a connection's stream.
    static func wireBytes(_ flow: CaptureFlow) -> Double {
        let bytes = flow.down.streamBytes
        return bytes > 0 ? Double(max(bytes, flow.down.wireBytes)) / Double(bytes) : 1
    }
}
