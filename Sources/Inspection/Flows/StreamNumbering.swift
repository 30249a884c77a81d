/// Numbers connections as among all packets of a capture, of which an inspector sees a part.
///
/// It follows the rules of `TCPFlow` and `CaptureInspector` for new connections, and keeps only what these
/// rules need. Bounded like the inspector's table, with the same order of eviction.
struct StreamNumbering {
    private struct Entry {
        let number: Int
        let isFirstForward: Bool
        /// Sequence numbers of the two streams' first bytes, as `FlowSide.base`.
        var firstBase: UInt32?
        var secondBase: UInt32?
        var hasEnded = false
        var lastPacket = 0

        mutating func take(_ packet: DissectedPacket, isFirst: Bool) {
            if packet.flags.rst || packet.flags.fin { hasEnded = true }
            guard !packet.flags.rst else { return }
            let base = packet.flags.syn ? packet.sequence &+ 1 : packet.sequence
            if isFirst { firstBase = firstBase ?? base } else { secondBase = secondBase ?? base }
        }

        /// True if this packet opens another connection between the same ports.
        func isReused(by packet: DissectedPacket, isFirst: Bool) -> Bool {
            guard packet.flags.syn, !packet.flags.ack else { return false }
            guard let base = isFirst ? firstBase : secondBase else { return false }
            return base != packet.sequence &+ 1 || hasEnded
        }
    }

    private let most: Int
    private var entries: [FlowKey: Entry] = [:]
    private var next = 0

    /// At most `most` connections are open.
    init(most: Int) {
        self.most = most
    }

    /// Returns the number of the connection that this packet belongs to. Call it for every packet, in their
    /// order.
    mutating func number(
        _ key: FlowKey,
        _ packet: DissectedPacket,
        isForward: Bool,
        packet number: Int
    ) -> Int {
        if let known = entries[key],
            known.isReused(by: packet, isFirst: isForward == known.isFirstForward)
        {
            entries[key] = nil
        }
        if entries[key] == nil {
            if entries.count >= most { makeRoom() }
            entries[key] = Entry(number: next, isFirstForward: isForward)
            next += 1
        }
        guard var entry = entries[key] else { return next }
        entry.take(packet, isFirst: isForward == entry.isFirstForward)
        entry.lastPacket = number
        entries[key] = entry
        return entry.number
    }

    /// Evicts a quarter: ended ones first, then those silent the longest.
    private mutating func makeRoom() {
        let order = entries.sorted { one, other in
            if one.value.hasEnded != other.value.hasEnded { return one.value.hasEnded }
            return one.value.lastPacket < other.value.lastPacket
        }
        for (key, _) in order.prefix(max(1, order.count / 4)) { entries[key] = nil }
    }
}
