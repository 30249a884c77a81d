package import Wire

/// What a scenario may ask for. Beyond these limits a run would not end, or not fit into memory.
package enum ScenarioLimits {
    package static let cacheBytes: ClosedRange<Int64> = 1...(1 << 44)
    package static let count: ClosedRange<Int64> = 1...1_000_000_000
    package static let rateBps: ClosedRange<Int64> = 1...1_000_000_000_000
    /// From IPv4's smallest guaranteed datagram to its largest.
    package static let mtu: ClosedRange<Int64> = 576...65_535
    package static let queuePackets: ClosedRange<Int64> = 1...10_000_000
    package static let queueBytes: ClosedRange<Int64> = 1...(1 << 34)
    package static let connections: ClosedRange<Int64> = 1...256
    /// From room for a few packets to the largest window that TCP can advertise.
    package static let receiveBuffer: ClosedRange<Int64> = 8192...(1 << 30)
    /// In segments. The maximum fills a window without scaling.
    package static let initialWindow: ClosedRange<Int64> = 1...1000
    package static let retries: ClosedRange<Int64> = 0...1000
    /// How far a step may advance the calendar: up to ten years.
    package static let advancing: ClosedRange<Nanoseconds> = 1...(3650 * 86_400_000_000_000)
    /// How far all steps together may advance it: what a cache keeps for its longest still has a date then.
    package static let advancingInAll: Nanoseconds = 36_500 * 86_400_000_000_000
    /// Bytes that a link layer may add to a packet.
    package static let overhead: ClosedRange<Int64> = 0...256
    package static let gap: ClosedRange<Int64> = 1...1_000_000
    /// Duration of a rate or an outage.
    package static let lasting: ClosedRange<Nanoseconds> = 1...86_400_000_000_000
    package static let lineDelay: ClosedRange<Nanoseconds> = 0...3_600_000_000_000
    /// A single wait of a run: up to a day.
    package static let waiting: ClosedRange<Nanoseconds> = 0...86_400_000_000_000
    /// How long a cache may keep an entry: up to a hundred years.
    package static let keeping: ClosedRange<Nanoseconds> = 0...(36_500 * 86_400_000_000_000)
    /// Bytes of a body that are sent at once.
    package static let pieceBytes: ClosedRange<Int64> = 1...64_000_000
    package static let bodyBytes: ClosedRange<Int64> = 0...(1 << 40)
    package static let chunks: ClosedRange<Int64> = 1...10_000
    package static let status: ClosedRange<Int64> = 200...599
    /// Deviation of a lognormal time's logarithm; beyond this the tail has no meaning.
    package static let sigma: ClosedRange<Double> = 0...5
    /// Exponent of a workload's popularity; beyond this only the first file would ever be fetched.
    package static let exponent: ClosedRange<Double> = 0...10
    /// Maximum headers, cookies or hints in one place.
    package static let fields = 64
    package static let hosts = 64
    /// Maximum fetches of all steps together.
    package static let entries = 10_000
    /// Maximum steps, expectations, or names in one list.
    package static let items = 1000
    package static let nameLength = 64
    package static let fileNameLength = 200
    package static let combinations = 1000
    /// Maximum of combinations times the scenario's nodes.
    package static let matrixNodes = 1_000_000
}
