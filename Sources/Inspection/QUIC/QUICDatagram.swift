/// What a QUIC connection needs to know about the UDP datagram that brings its packets.
struct QUICDatagram {
    let source: Endpoint
    let destination: Endpoint
    /// Bytes of the UDP payload on the wire; the recorder may have cut it.
    let length: Int
    /// Bytes of the IP packet.
    let packetBytes: Int
    /// Number of the UDP flow.
    let flow: Int
    let arrival: Arrival

    /// By the ports, of which servers have low ones; nil if they do not tell.
    var likelyDirection: StreamDirection? {
        switch (source.port < 1024, destination.port < 1024) {
        case (false, true): .up
        case (true, false): .down
        default: nil
        }
    }
}
