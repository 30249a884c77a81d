import Wire

/// Reassembles fragmented packets. Unfinished ones are bounded: the oldest is given up first.
struct FragmentTable {
    /// Most unfinished packets kept at once.
    static let mostPackets = 256
    /// IP's longest packet.
    static let longest = 65_535

    /// Identifies one packet's fragments, as its source numbers them.
    private struct Key: Hashable {
        let source: PackedAddress
        let destination: PackedAddress
        let identification: UInt32
        let transport: UInt8
    }

    private struct Unfinished {
        var bytes: [UInt8] = []
        /// Ranges received, sorted and disjoint.
        var parts: [Range<Int>] = []
        var length: Int?
        var headerLength = 0
        /// The packet that carried the first of them.
        let packet: CapturedPacket

        var isWhole: Bool { length.map { parts == [0..<$0] } ?? false }
    }

    private var unfinished: [Key: Unfinished] = [:]
    /// Packets given up so far.
    private(set) var abandoned = 0
    /// Number of the first packet that carried a part of one given up.
    private var firstAbandoned = Int.max

    /// Packets that were never whole.
    var incomplete: Int { abandoned + unfinished.count }

    /// Number of the first packet that carried a part of one that was never whole.
    var firstIncomplete: Int {
        unfinished.values.reduce(firstAbandoned) { min($0, $1.packet.number) }
    }

    /// Adds the fragment in `packet`; returns the whole payload once it is complete.
    mutating func add(_ packet: DissectedPacket, _ bytes: RawSpan, _ captured: CapturedPacket) -> [UInt8]? {
        let part = packet.fragment
        let key = Key(
            source: packet.source,
            destination: packet.destination,
            identification: part.identification,
            transport: part.transport
        )
        let end = part.offset + part.bytes.count
        guard !part.bytes.isEmpty, end <= Self.longest else { return nil }
        if unfinished[key] == nil, unfinished.count >= Self.mostPackets { abandonOldest() }
        var whole = unfinished.removeValue(forKey: key) ?? Unfinished(packet: captured)
        if part.offset == 0 { whole.headerLength = part.headerLength }
        if !part.hasMore { whole.length = end }
        if whole.bytes.count < end {
            whole.bytes.append(contentsOf: repeatElement(0, count: end - whole.bytes.count))
        }
        let span = bytes.extracting(part.bytes)
        whole.bytes.withUnsafeMutableBytes { target in
            span.withUnsafeBytes { target[part.offset..<end].copyBytes(from: $0) }
        }
        whole.parts = Self.merged(whole.parts + [part.offset..<end])
        if whole.isWhole { return whole.bytes }
        unfinished[key] = whole
        return nil
    }

    private mutating func abandonOldest() {
        guard let oldest = unfinished.min(by: { $0.value.packet.stamp < $1.value.packet.stamp })?.key
        else { return }
        firstAbandoned = min(firstAbandoned, unfinished[oldest]?.packet.number ?? .max)
        unfinished[oldest] = nil
        abandoned += 1
    }

    private static func merged(_ parts: [Range<Int>]) -> [Range<Int>] {
        parts.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, part in
            if let last = merged.last, part.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                merged.append(part)
            }
        }
    }
}
