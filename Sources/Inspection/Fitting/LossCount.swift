/// Packets of one direction that did not arrive when first sent.
struct LossCount {
    private typealias Packet = LineObservation.Packet

    /// State of the line's queue for packets that did not arrive.
    struct Loss {
        var packets: Int
        /// Longest wait, in nanoseconds, of the packets just before and after it; nil if unknown.
        var wait: Int64?
    }

    /// Packets sent for the first time, arrived or not.
    private(set) var packets = 0
    private(set) var losses: [Loss] = []

    var lost: Int { losses.reduce(0) { $0 + $1.packets } }

    private struct Hole {
        var start: Int
        var end: Int
        var stamp: Int64
        var loss: Loss
    }

    /// Losses of what came over the line: holes, except those that overtaken packets filled within
    /// `reordering`.
    static func inbound(
        _ observation: LineObservation,
        _ waits: WaitingTimes,
        segment: Int,
        reordering: Int64
    ) -> LossCount {
        var count = LossCount()
        var highest: [Int: Int] = [:]
        var holes: [Int: [Hole]] = [:]
        var before: [Int: Int64] = [:]
        for packet in observation.packets where packet.isInbound && packet.payload > 0 {
            let reached = highest[packet.stream] ?? packet.start
            if packet.start > reached {
                let missing = max(1, (packet.start - reached + segment - 1) / segment)
                let wait = [before[packet.stream], waits.wait(of: packet)].compactMap(\.self).max()
                let loss = Loss(packets: missing, wait: wait)
                holes[packet.stream, default: []].append(
                    Hole(start: reached, end: packet.start, stamp: packet.stamp, loss: loss)
                )
                count.packets += missing
            }
            before[packet.stream] = waits.wait(of: packet)
            if packet.end > reached {
                count.packets += 1
                highest[packet.stream] = packet.end
            } else {
                fill(&holes[packet.stream, default: []], packet, within: reordering)
            }
        }
        count.losses = holes.values.joined().sorted { $0.stamp < $1.stamp }.map(\.loss).filter {
            $0.packets > 0
        }
        return count
    }

    private static func fill(_ holes: inout [Hole], _ packet: LineObservation.Packet, within: Int64) {
        let hole = holes.lastIndex { $0.start < packet.end && packet.start < $0.end }
        guard let hole, packet.stamp - holes[hole].stamp <= within else { return }
        holes[hole].loss.packets -= 1
    }

    /// Losses of what the near host sent: packets that it sent again before they were acknowledged, unless
    /// the repair was spurious.
    static func outbound(_ observation: LineObservation) -> LossCount {
        var count = LossCount()
        var streams: [Int: Repairs] = [:]
        for packet in observation.packets {
            if packet.isInbound {
                streams[packet.stream]?.acknowledge(packet)
            } else if packet.end > packet.start {
                streams[packet.stream, default: Repairs()].send(packet)
            }
        }
        count.packets = streams.values.reduce(0) { $0 + $1.sent }
        let repaired = streams.values.reduce(0) { $0 + $1.repaired.count - $1.unanswered }
        count.losses = Array(repeating: Loss(packets: 1, wait: nil), count: repaired)
        return count
    }

    /// First transmissions and repairs of one connection's near end.
    private struct Repairs {
        var sent = 0
        /// Timestamps of repairs, by the end of their packets.
        var repaired: [Int: UInt32] = [:]
        private var open: Set<Int> = []
        /// Repaired packets without an acknowledgement: whether a copy arrived is unknown.
        var unanswered: Int { open.count }
        private var highest = Int.min
        private var acknowledged = Int.min

        mutating func send(_ packet: Packet) {
            if packet.end > highest {
                sent += 1
                highest = packet.end
            } else if packet.end > acknowledged, repaired[packet.end] == nil {
                repaired[packet.end] = packet.stampValue
                open.insert(packet.end)
            }
        }

        mutating func acknowledge(_ packet: Packet) {
            guard let place = packet.acknowledged, place > acknowledged else { return }
            acknowledged = place
            for end in open where end <= place {
                open.remove(end)
                // An echo of an older stamp belongs to the first copy: it had arrived.
                guard let copy = repaired[end], copy != 0, packet.stampEcho != 0 else { continue }
                if Int32(bitPattern: packet.stampEcho &- copy) < 0 { repaired[end] = nil }
            }
        }
    }
}
