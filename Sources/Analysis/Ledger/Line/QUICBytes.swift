import LinkModel
import Logs
import Runs
import Wire

/// What both ends of one QUIC connection noted: the bytes of each packet, and when they were acknowledged.
struct QUICBytes {
    /// In the order of sending; nil for a datagram without any.
    private(set) var sent = PerDirection<[Range<Int64>?]>(up: [], down: [])
    /// When the sender of a direction learnt how much of its bytes had arrived, in order.
    private(set) var heard = PerDirection<[(at: Instant, reach: Int64)]>(up: [], down: [])

    /// By the client's port.
    static func byPort(_ log: [QUICLogEntry]) -> [UInt16: QUICBytes] {
        var connections: [UInt16: QUICBytes] = [:]
        for entry in log {
            let direction: LinkDirection = entry.end == .client ? .up : .down
            switch entry.entry.event {
            case .sent(let bytes):
                connections[entry.clientPort, default: QUICBytes()].sent[direction].append(bytes)
            case .acknowledged(let reach):
                connections[entry.clientPort, default: QUICBytes()].heard[direction].append(
                    (entry.entry.at, reach)
                )
            }
        }
        return connections
    }

    /// The bytes of the packet with that number in its direction.
    func bytes(of packet: PacketIdentity) -> Range<Int64>? {
        let sent = sent[packet.direction]
        return Int(packet.number) < sent.count ? sent[Int(packet.number)] : nil
    }
}
