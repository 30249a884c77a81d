import Wire

/// The numbers that UDP flows have among all packets of a capture, of which an inspector sees a part.
///
/// Bounded as the inspector's table is, by the same order of leaving.
struct DatagramNumbering {
    private let most: Int
    private var entries: [FlowKey: (number: Int, lastStamp: Int64)] = [:]
    private var next = 0

    /// `most` flows may be open.
    init(most: Int) {
        self.most = most
    }

    /// The number of the flow that this packet belongs to. To be asked of every packet, in their order.
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

    /// The quarter that was silent for longest goes.
    private mutating func makeRoom() {
        let order = entries.sorted { $0.value.lastStamp < $1.value.lastStamp }
        for (key, _) in order.prefix(max(1, order.count / 4)) { entries[key] = nil }
    }
}
