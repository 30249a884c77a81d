import Wire

/// Numbers UDP flows as among all packets of a capture, of which an inspector sees a part.
///
/// Bounded like the inspector's table, with the same order of eviction.
struct DatagramNumbering {
    private let most: Int
    private var entries: [FlowKey: (number: Int, lastStamp: Int64)] = [:]
    private var next = 0

    /// At most `most` flows are open.
    init(most: Int) {
        self.most = most
    }

    /// Returns the number of the flow that this packet belongs to. Call it for every packet, in their order.
    mutating func number(_ key: FlowKey, at stamp: Int64) -> Int {
        if let known = entries[key] {
            entries[key]?.lastStamp = max(known.lastStamp, stamp)
            return known.number
        }
        if entries.count >= most { makeRoom() }
        entries[key] = (next, stamp)
        next += 1
        return next - 1
    }

    /// Evicts the quarter that was silent the longest.
    private mutating func makeRoom() {
        let order = entries.sorted { $0.value.lastStamp < $1.value.lastStamp }
        for (key, _) in order.prefix(max(1, order.count / 4)) { entries[key] = nil }
    }
}
