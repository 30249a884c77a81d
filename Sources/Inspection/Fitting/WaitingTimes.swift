/// Waits of packets from the far host in the line's queue, from the timestamps that their sender set.
struct WaitingTimes {
    /// Tick of the sender's clock in nanoseconds; nearly all systems use this one.
    private static let tick: Int64 = 1_000_000
    /// Shortest time, in nanoseconds, over which the clock must be seen to tick at that rate.
    private static let shortestSpan: Int64 = 200_000_000

    /// By stream: the smallest lead of the near host's clock over the sender's.
    private let ahead: [Int: Int64]

    init(_ observation: LineObservation) {
        var ahead: [Int: Int64] = [:]
        var spans: [Int: (first: LineObservation.Packet, last: LineObservation.Packet)] = [:]
        for packet in observation.packets where packet.isInbound && packet.stampValue != 0 {
            let lead = packet.stamp - Int64(packet.stampValue) * Self.tick
            ahead[packet.stream] = min(ahead[packet.stream] ?? .max, lead)
            spans[packet.stream] = (spans[packet.stream]?.first ?? packet, packet)
        }
        self.ahead = ahead.filter { stream, _ in
            spans[stream].map { Self.ticksRight($0.first, $0.last) } ?? false
        }
    }

    private static func ticksRight(_ first: LineObservation.Packet, _ last: LineObservation.Packet) -> Bool {
        let span = last.stamp - first.stamp
        guard span >= shortestSpan, last.stampValue > first.stampValue else { return false }
        let ticks = Int64(last.stampValue - first.stampValue) * tick
        return ticks > span / 2 && ticks < span * 2
    }

    var isEmpty: Bool { ahead.isEmpty }

    /// Nanoseconds more than the quickest packet of its connection; nil if unknown.
    func wait(of packet: LineObservation.Packet) -> Int64? {
        guard packet.isInbound, packet.stampValue != 0, let ahead = ahead[packet.stream] else { return nil }
        return max(0, packet.stamp - Int64(packet.stampValue) * Self.tick - ahead)
    }
}
