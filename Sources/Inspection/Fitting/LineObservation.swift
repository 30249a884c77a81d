/// A capture's segments as seen from the host beside which it was taken: what it sent, and what reached it over the line.
struct LineObservation {
    struct Packet {
        /// Nanoseconds since 1970.
        var stamp: Int64
        var stream: Int
        var isInbound: Bool
        var bytes: Int
        var payload: Int
        /// Sequence numbers that it takes, on a line of their own for each stream and direction.
        var start: Int
        var end: Int
        /// Up to where it acknowledges the other direction.
        var acknowledged: Int?
        /// Of the timestamp option, as the next one; zero where there is none.
        var stampValue: UInt32
        var stampEcho: UInt32
    }

    let place: FittedLine.Place
    /// True where handshakes said on which side the capture was taken.
    let isPlaceKnown: Bool
    private(set) var packets: [Packet] = []

    init(_ log: PacketLog, _ flows: [CaptureFlow]) {
        let place = Self.place(flows)
        self.place = place ?? .client
        isPlaceKnown = place != nil
        var clients: [Int: UInt16] = [:]
        for flow in flows where flow.client.port != flow.server.port {
            clients[flow.stream] = flow.client.port
        }
        var lines: [Int: (up: SequenceLine, down: SequenceLine)] = [:]
        packets.reserveCapacity(log.sightings.count)
        for sighting in log.sightings where sighting.flags & 0x04 == 0 {
            guard let client = clients[Int(sighting.stream)] else { continue }
            let isUp = sighting.sourcePort == client
            add(sighting, isUp, &lines[Int(sighting.stream), default: (SequenceLine(), SequenceLine())])
        }
        // Where several captures were put together, or a recorder was not in order.
        packets.sort { $0.stamp < $1.stamp }
    }

    private mutating func add(
        _ sighting: PacketSighting,
        _ isUp: Bool,
        _ lines: inout (up: SequenceLine, down: SequenceLine)
    ) {
        let hasAcknowledgement = sighting.flags & 0x10 != 0
        let start = isUp ? lines.up.place(sighting.sequence) : lines.down.place(sighting.sequence)
        var acknowledged: Int?
        if hasAcknowledgement {
            acknowledged =
                isUp ? lines.down.place(sighting.acknowledgement) : lines.up.place(sighting.acknowledgement)
        }
        packets.append(
            Packet(
                stamp: sighting.stamp,
                stream: Int(sighting.stream),
                isInbound: isUp == (place == .server),
                bytes: Int(sighting.packetBytes),
                payload: Int(sighting.payloadBytes),
                start: start,
                end: start + Int(sighting.payloadBytes) + (sighting.flags & 0x03).nonzeroBitCount,
                acknowledged: acknowledged,
                stampValue: sighting.stampValue,
                stampEcho: sighting.stampEcho
            )
        )
    }

    /// The side that answers at once is near: the other's answers come over the line.
    private static func place(_ flows: [CaptureFlow]) -> FittedLine.Place? {
        var client: Int64 = 0
        var server: Int64 = 0
        var isKnown = false
        for case let handshake? in flows.map(\.handshake) {
            guard let synAck = handshake.synAck, let ack = handshake.ack else { continue }
            isKnown = true
            client += ack - synAck
            server += synAck - handshake.syn
        }
        guard isKnown else { return nil }
        return client <= server ? .client : .server
    }
}
