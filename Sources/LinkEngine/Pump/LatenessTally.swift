package import Wire

/// Histogram of how late packets left: any number of packets in a few kilobytes.
package struct LatenessTally: Hashable, Sendable {
    /// Classes per power of two: a figure read from the tally is at most an eighth too high.
    private static let steps = 8
    private static let stepBits = 3

    private var counts = [Int](repeating: 0, count: 64 * steps)
    package private(set) var packets = 0

    package init() {}

    package mutating func add(_ lateness: Nanoseconds) {
        counts[Self.place(of: lateness)] += 1
        packets += 1
    }

    package mutating func add(_ other: LatenessTally) {
        for (place, count) in other.counts.enumerated() { counts[place] += count }
        packets += other.packets
    }

    /// The lateness that this percentage of the packets did not exceed, rounded up to the end of its class;
    /// nil if there were no packets.
    package func percentile(_ percent: Int) -> Nanoseconds? {
        guard packets > 0 else { return nil }
        var left = max(1, (packets * percent + 99) / 100)
        for (place, count) in counts.enumerated() {
            left -= count
            if left <= 0 { return Self.end(of: place) }
        }
        return nil
    }

    /// Below `steps`, each class holds one value; above, the value's highest bit and the next three choose
    /// the class.
    @inline(__always)
    private static func place(of lateness: Nanoseconds) -> Int {
        let value = max(0, lateness)
        guard value >= steps else { return Int(value) }
        let shift = 63 - value.leadingZeroBitCount - stepBits
        return (shift + 1) * steps + Int(value >> shift) - steps
    }

    private static func end(of place: Int) -> Nanoseconds {
        guard place >= steps else { return Nanoseconds(place) }
        let shift = place / steps - 1
        // The last class ends with the largest integer: the sum wraps around, and the subtraction wraps back.
        return (Nanoseconds(place % steps + steps) + 1) << shift &- 1
    }
}
