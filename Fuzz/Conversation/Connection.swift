/// Packets of one connection between two hosts that send in turns, the client first.
struct Connection {
    private enum Flag {
        static let synchronise: UInt8 = 0x02
        static let acknowledge: UInt8 = 0x10
    }

    private let port: Int
    private var sent = (up: 1, down: 1)

    /// `port` is the server's port.
    init(port: Int) {
        self.port = port
    }

    /// Two packets for the handshake, and one for each turn.
    mutating func packets(_ turns: [ArraySlice<UInt8>]) -> [[UInt8]] {
        var packets = [
            segment(isUp: true, at: 0, acknowledging: 0, flags: Flag.synchronise),
            segment(isUp: false, at: 0, acknowledging: 1, flags: Flag.synchronise | Flag.acknowledge),
        ]
        for (number, turn) in turns.enumerated() {
            let isUp = number % 2 == 0
            packets.append(
                segment(
                    isUp: isUp,
                    at: isUp ? sent.up : sent.down,
                    acknowledging: isUp ? sent.down : sent.up,
                    flags: Flag.acknowledge,
                    turn
                )
            )
            if isUp { sent.up += turn.count } else { sent.down += turn.count }
        }
        return packets
    }

    private func segment(
        isUp: Bool,
        at sequence: Int,
        acknowledging acknowledged: Int,
        flags: UInt8,
        _ payload: ArraySlice<UInt8> = []
    ) -> [UInt8] {
        let (client, server) = (0xC612_0001, 0xC612_0002)
        let (own, other) = isUp ? (40_000, port) : (port, 40_000)
        var bytes: [UInt8] = [0x45, 0] + number(40 + payload.count, 2) + [0, 1, 0x40, 0, 64, 6, 0, 0]
        bytes += number(isUp ? client : server, 4) + number(isUp ? server : client, 4)
        bytes += number(own, 2) + number(other, 2) + number(sequence, 4) + number(acknowledged, 4)
        return bytes + [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0] + payload
    }

    private func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
