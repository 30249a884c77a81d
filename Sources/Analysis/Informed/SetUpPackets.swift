import LinkModel
import Wire

/// The packets that set up a connection, as flights that answer one another.
struct SetUpPackets {
    /// By flight, with one more for the origin's unsolicited packets: the time from everything before having
    /// arrived to the flight's first packet.
    private(set) var work: [Nanoseconds] = []
    /// Bytes of each flight; empty if the log does not show all.
    private(set) var sizes: [Int] = []
    /// When the client may send its request: with its own last flight, or when the origin's has arrived. nil
    /// if the log does not show it.
    private(set) var ready: Instant?
    /// How late the line delivered the packets that made it ready.
    private(set) var lateness: Nanoseconds = 0

    /// The client's flight is the first.
    init(_ flow: FlowLog, flights: Int) {
        let answer = flow.down.first { $0.isSyn && $0.received != nil }
        guard let answer, var heard = answer.received else { return }
        ready = flow.up.first { !$0.isSyn && $0.arrival >= heard }.map { _ in heard }
        lateness = answer.lateness
        var sizes: [Int] = []
        for flight in 0..<flights {
            let direction: LinkDirection = flight % 2 == 0 ? .up : .down
            let packets = flow[direction].filter { !$0.bytes.isEmpty && $0.arrival >= heard }
            guard let first = packets.first else { return }
            work.append(first.arrival - heard)
            (ready, lateness) = (first.arrival, 0)
            // A flight ends with the last packet before the other side's next one; the client's last one
            // precedes its request.
            let isLast = flight == flights - 1
            let answer = flow[direction.opposite].first {
                !$0.bytes.isEmpty && $0.arrival >= first.arrival
            }
            let until = answer?.arrival ?? .never
            let last = isLast && direction == .up ? first : packets.last { $0.arrival <= until }
            guard let last, let come = last.received else { return }
            sizes.append(Int(last.bytes.upperBound - first.bytes.lowerBound))
            if isLast, direction == .down { (ready, lateness) = (come, last.lateness) }
            heard = come
        }
        self.sizes = sizes
        guard flights % 2 == 1,
            let last = flow.down.first(where: { !$0.bytes.isEmpty && $0.arrival >= heard })
        else { return }
        work.append(last.arrival - heard)
    }
}
