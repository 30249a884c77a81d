import Wire

/// Packets between two endpoints that look like QUIC's, where no connection is known.
struct QUICStranger {
    private static let fewestMarked = 8

    /// The first packet's.
    let source: Endpoint
    let destination: Endpoint
    let firstPacket: Int
    private(set) var packets = 0
    /// What follows the first byte in packets from the first one's source: an identifier stays the same.
    private var mark: UInt64?
    private var marked = 0
    private var differs = false
    /// Packets on which the log's secrets were tried, from the first packet's source and to it.
    private var tried = (there: 0, back: 0)

    init(_ datagram: QUICDatagram) {
        (source, destination) = (datagram.source, datagram.destination)
        firstPacket = datagram.arrival.packet
    }

    /// True if an end uses the port of HTTPS, or if many packets begin with the same identifier: others may be anything.
    var isLikely: Bool {
        source.port == 443 || destination.port == 443 || marked >= Self.fewestMarked && !differs
    }

    mutating func count(_ payload: RawSpan, _ datagram: QUICDatagram) {
        packets += 1
        guard datagram.source == source, let eight = payload.bigEndian64(at: 1) else { return }
        differs = differs || mark ?? eight != eight
        mark = eight
        marked += 1
    }

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
