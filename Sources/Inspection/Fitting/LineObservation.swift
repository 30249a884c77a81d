/// A capture's segments as seen from the host next to the capture point: those it sent, and those that
/// reached it over the line.
struct LineObservation {
    struct Packet {
        /// Nanoseconds since 1970.
        var stamp: Int64
        var stream: Int
        var isInbound: Bool
        var bytes: Int
        var payload: Int
        /// Sequence numbers that it takes, unwrapped for each stream and direction.
        var start: Int
        var end: Int
        /// Acknowledgement of the other direction.
        var acknowledged: Int?
        /// From the timestamp option, as for the next one; zero without it.
        var stampValue: UInt32
        var stampEcho: UInt32
    }

    let place: FittedLine.Place
    /// True if handshakes showed on which side the capture was taken.
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
        // Merged captures and some recorders are out of order.
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

    /// The near side answers at once; the other side's answers come over the line.
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
