/// How long packets from the far host waited in the line's queue, told by the timestamps that their sender gave them.
struct WaitingTimes {
    /// Nanoseconds of a tick of the sender's clock: the one that nearly all systems have.
    private static let tick: Int64 = 1_000_000
    /// A clock that is believed to tick so must be seen to for so long.
    private static let shortestSpan: Int64 = 200_000_000

    /// By stream: the least that the near host's clock was ahead of the sender's.
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

    /// Nanoseconds more than the quickest packet of its connection; nil where nothing tells.
    func wait(of packet: LineObservation.Packet) -> Int64? {
        guard packet.isInbound, packet.stampValue != 0, let ahead = ahead[packet.stream] else { return nil }
        return max(0, packet.stamp - Int64(packet.stampValue) * Self.tick - ahead)
    }
}
