/// The connections that may still receive packets, found by key.
///
/// A small cache, right most of the time, precedes the dictionary: nearly every packet belongs to a
/// connection that had one just before, and keyed hashing costs more than everything else.
struct FlowTable {
    private static let placeBits = 12
    private static let none: Int32 = -1

    private(set) var flows: [TCPFlow] = []
    /// The keys of `flows`, stored apart: every packet reads them.
    private var keys: [FlowKey] = []
    private var index: [FlowKey: Int32] = [:]
    private var places = [Int32](repeating: none, count: 1 << placeBits)
    /// Slots whose flow has been removed.
    private var free: [Int32] = []

    var count: Int { index.count }

    /// The slot of the newest connection between two endpoints.
    mutating func slot(of key: FlowKey) -> Int? {
        let place = key.place(bits: Self.placeBits)
        let likely = Int(places[place])
        if likely >= 0, keys[likely] == key { return likely }
        guard let slot = index[key] else { return nil }
        places[place] = slot
        return Int(slot)
    }

    /// Adds a connection, replacing any other with its key.
    mutating func add(_ flow: TCPFlow) -> Int {
        let slot: Int32
        if let reused = free.popLast() {
            slot = reused
            flows[Int(slot)] = flow
            keys[Int(slot)] = flow.key
        } else {
            slot = Int32(clamping: flows.count)
            flows.append(flow)
            keys.append(flow.key)
        }
        index[flow.key] = slot
        places[flow.key.place(bits: Self.placeBits)] = slot
        return Int(slot)
    }

    /// Removes a connection; its slot may be reused.
    mutating func remove(_ slot: Int) {
        let key = keys[slot]
        index[key] = nil
        let place = key.place(bits: Self.placeBits)
        if places[place] == Int32(clamping: slot) { places[place] = Self.none }
        flows[slot].empty()
        free.append(Int32(clamping: slot))
    }

    /// Slots that hold a connection.
    var slots: [Int] { index.values.map { Int($0) } }

    /// The connection in a slot, modified in place.
    subscript(slot: Int) -> TCPFlow {
        get { flows[slot] }
        _modify { yield &flows[slot] }
    }
}
