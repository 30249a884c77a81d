/// Connections with data to read, in round-robin order: first come, first served, then back to the end.
struct TurnOrder: Sendable {
    private var flows: [UInt32] = []
    private var head = 0

    var isEmpty: Bool { head == flows.count }

    mutating func add(_ flow: UInt32) {
        flows.append(flow)
    }

    mutating func next() -> UInt32? {
        guard head < flows.count else { return nil }
        defer {
            head += 1
            if head == flows.count || head >= 1024 {
                flows.removeFirst(head)
                head = 0
            }
        }
        return flows[head]
    }
}
