/// Bytes that the line had carried by an instant, as seen at the capture point.
struct ServiceEvent {
    var stamp: Int64
    /// Bytes of IP packets.
    var bytes: Int

    /// Arrivals at the near host: each packet is seen as its last byte leaves the line.
    static func arrivals(_ observation: LineObservation) -> [ServiceEvent] {
        observation.packets.filter(\.isInbound).map { ServiceEvent(stamp: $0.stamp, bytes: $0.bytes) }
    }

    /// Packets of the near host, each at the instant at which its acknowledgement came back.
    static func acknowledgements(_ observation: LineObservation) -> [ServiceEvent] {
        var waiting: [Int: [(end: Int, bytes: Int)]] = [:]
        var events: [ServiceEvent] = []
        for packet in observation.packets {
            if !packet.isInbound {
                if packet.end > packet.start {
                    waiting[packet.stream, default: []].append((packet.end, packet.bytes))
                }
                continue
            }
            guard let acknowledged = packet.acknowledged, let sent = waiting[packet.stream] else { continue }
            let bytes = sent.reduce(0) { $1.end <= acknowledged ? $0 + $1.bytes : $0 }
            guard bytes > 0 else { continue }
            waiting[packet.stream] = sent.filter { $0.end > acknowledged }
            events.append(ServiceEvent(stamp: packet.stamp, bytes: bytes))
        }
        return events
    }
}
