import Wire

/// Packets between two endpoints that look like QUIC's, where no connection is known.
struct QUICStranger {
    /// The first packet's.
    let source: Endpoint
    let destination: Endpoint
    let firstPacket: Int
    private(set) var packets = 0
    /// Packets on which the log's secrets were tried, from the first packet's source and to it.
    private var tried = (there: 0, back: 0)

    init(_ datagram: QUICDatagram) {
        (source, destination) = (datagram.source, datagram.destination)
        firstPacket = datagram.arrival.packet
    }

    /// True if an end uses the port of HTTPS: others may be anything.
    var isLikely: Bool { source.port == 443 || destination.port == 443 }

    mutating func count() { packets += 1 }

    /// Counts a packet that is to be tried. Returns false if enough were: fewer without the bit that QUIC sets, unless both
    /// ends agreed to grease it (RFC 9287).
    mutating func mayTry(_ datagram: QUICDatagram, hasFixedBit: Bool) -> Bool {
        let cost = hasFixedBit ? 1 : 2
        if datagram.source == source {
            tried.there += cost
            return tried.there <= QUICKeySearch.mostPackets
        }
        tried.back += cost
        return tried.back <= QUICKeySearch.mostPackets
    }
}
