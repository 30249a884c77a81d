/// What a quantity measures, and its units.
package enum QuantityKind: Hashable, Sendable, CaseIterable {
    case bytes, rate, duration, percent, pixels, packets

    /// Units from small to large, with the number of base units in each. The first is the base unit.
    var units: [(name: String, factor: Int64)] {
        switch self {
        case .bytes:
            [
                ("B", 1), ("kB", 1000), ("KiB", 1 << 10), ("MB", 1_000_000), ("MiB", 1 << 20),
                ("GB", 1_000_000_000), ("GiB", 1 << 30),
            ]
        case .rate:
            [
                ("bit/s", 1), ("kbit/s", 1000), ("Mbit/s", 1_000_000), ("Gbit/s", 1_000_000_000),
                ("B/s", 8), ("kB/s", 8000), ("KiB/s", 8 << 10), ("MB/s", 8_000_000), ("MiB/s", 8 << 20),
            ]
        case .duration:
            [
                ("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000),
                ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
            ]
        case .percent: [("%", 1)]
        case .pixels: [("px", 1)]
        case .packets: [("packets", 1)]
        }
    }

    /// Its name in a sentence.
    var noun: String {
        switch self {
        case .bytes: "a size"
        case .rate: "a rate"
        case .duration: "a time"
        case .percent: "a percentage"
        case .pixels: "a length in pixels"
        case .packets: "a number of packets"
        }
    }

    /// The units in a sentence: `B, kB or KiB`.
    static func list(of kinds: [QuantityKind]) -> String {
        let names = kinds.flatMap { $0.units.map(\.name) }
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
