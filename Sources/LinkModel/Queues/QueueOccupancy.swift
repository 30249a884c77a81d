/// Occupancy of a direction's queue: the waiting packets and the packet in service, which keeps its place
/// until it is complete.
struct QueueOccupancy: Sendable {
    var limit: QueueLimit
    private(set) var packets = 0
    private(set) var bytes = 0

    init(limit: QueueLimit) {
        self.limit = limit
    }

    func hasRoom(for size: Int) -> Bool {
        switch limit {
        case .packets(let most): packets < most
        case .bytes(let most): bytes + size <= most
        }
    }

    mutating func add(_ size: Int) {
        packets += 1
        bytes += size
    }

    mutating func remove(_ size: Int) {
        packets -= 1
        bytes -= size
    }
}
