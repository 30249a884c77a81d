/// A packet sent over the line, and the far host's answer to it.
struct EchoedPacket {
    /// Index of the packet among those sent.
    var sent: Int
    var answered: Int64
    /// IP bytes of the answer.
    var answerBytes: Int

    /// Packets that the far host answered with a pure acknowledgement while the line back was idle: only
    /// these show the length of the way. `rate` is the way back's, in bit/s.
    static func all(_ observation: LineObservation, rate: Double?, streams: Set<Int>) -> [EchoedPacket] {
        var open: [Int: [Int: Int?]] = [:]
        var echoed: [EchoedPacket] = []
        var sent = 0
        var lastInbound: Int64?
        for packet in observation.packets {
            guard packet.isInbound else {
                if packet.end > packet.start, streams.contains(packet.stream) {
                    // Sent twice: the answer may belong to either copy.
                    let isRepeated = open[packet.stream]?[packet.end] != nil
                    open[packet.stream, default: [:]][packet.end] = isRepeated ? .some(nil) : sent
                }
                sent += 1
                continue
            }
            let service = rate.map { 8e9 * Double(packet.bytes) / $0 } ?? 0
            let isIdle = lastInbound.map { Double(packet.stamp - $0) > 1.5 * service } ?? true
            lastInbound = packet.stamp
            guard packet.payload == 0, let acknowledged = packet.acknowledged,
                let index = open[packet.stream]?[acknowledged]
            else { continue }
            open[packet.stream]?[acknowledged] = .some(nil)
            guard let index, isIdle else { continue }
            echoed.append(
                EchoedPacket(sent: index, answered: packet.stamp, answerBytes: packet.bytes)
            )
        }
        return echoed
    }
}
