import Wire

/// The UDP traffic between two endpoints while it is read.
final class DatagramFlow {
    // Safety: as in `ObservedQUICConnection`.
    @exclusivity(unchecked) private(set) var summary: CaptureDatagrams
    /// True if the key's first endpoint sent the first datagram.
    private let isFirstForward: Bool
    /// True if the sender of the first datagram is the client.
    private var isFirstClient = true
    private var firstUp: Int64?
    @exclusivity(unchecked) private var spin = QUICSpin()
    /// The QUIC connection of the last datagram, and how many messages of its handshake were known then.
    @exclusivity(unchecked) private var noted: (connection: Int, messages: Int)?

    init(number: Int, _ packet: DissectedPacket, isForward: Bool, _ arrival: Arrival) {
        isFirstForward = isForward
        // A low source port marks a server if the first datagram may be an answer.
        isFirstClient = packet.sourcePort >= 1024 || packet.destinationPort < 1024
        summary = CaptureDatagrams(
            number: number,
            client: isFirstClient ? packet.sourceEndpoint : packet.destinationEndpoint,
            server: isFirstClient ? packet.destinationEndpoint : packet.sourceEndpoint,
            firstPacket: arrival.packet,
            firstStamp: arrival.stamp
        )
    }

    var number: Int { summary.number }
    var lastStamp: Int64 { summary.lastStamp }

    func noteNames() { summary.content = .dns }

    func receive(
        _ packet: DissectedPacket,
        isForward: Bool,
        _ payload: RawSpan,
        _ arrival: Arrival
    ) {
        let isFirst = isForward == isFirstForward
        let isUp = isFirst == isFirstClient
        if summary.content == .quic, let first = payload.byte(at: 0),
            let time = spin.roundTrip(first, isUp: isUp, arrival.stamp)
        {
            summary.turns.add(time)
        }
        // A recorder may write packets out of order.
        summary.firstStamp = min(summary.firstStamp, arrival.stamp)
        summary.lastStamp = max(summary.lastStamp, arrival.stamp)
        if isUp {
            Self.count(packet, &summary.up)
            firstUp = firstUp ?? arrival.stamp
        } else {
            if let firstUp, summary.down.packets == 0, arrival.stamp >= firstUp {
                summary.answerTime = arrival.stamp - firstUp
            }
            Self.count(packet, &summary.down)
        }
    }

    private static func count(_ packet: DissectedPacket, _ side: inout CaptureDatagrams.Side) {
        side.packets += 1
        side.wireBytes += packet.packetBytes
        side.payloadBytes += packet.payloadLength
    }

    /// The datagram belongs to a QUIC connection and goes from its client if `isUp`.
    func note(_ connection: ObservedQUICConnection, isForward: Bool, isUp: Bool) {
        if ((isForward == isFirstForward) == isUp) != isFirstClient { turnRound() }
        let (number, messages) = (connection.number, connection.handshake.messages)
        if let noted, noted.connection == number, noted.messages == messages { return }
        noted = (number, messages)
        summary.content = .quic
        summary.version = connection.version
        guard let hello = connection.handshake.summary.offer else { return }
        summary.serverName = hello.serverName
        summary.applicationProtocols = hello.applicationProtocols
    }

    /// Swaps client and server.
    private func turnRound() {
        isFirstClient.toggle()
        (summary.client, summary.server) = (summary.server, summary.client)
        (summary.up, summary.down) = (summary.down, summary.up)
        summary.answerTime = nil
        firstUp = nil
    }
}
