import LinkModel
import Logs
import Wire

/// One exchange on its connection: which bytes of the two streams are its own, and when its origin did what.
struct LedgerExchange {
    let connection: ConnectionLog
    /// What the origin's log has of it.
    let origin: OriginLogEntry?
    /// Of the stream that goes down; ends beyond what came where the response did not come to its end.
    let response: Range<Int64>
    /// The packets with the request, by their places in the connection's.
    let request: [FlowPacket]
    let headBytes: Int64
    let bodyBytes: Int64
    /// True where other exchanges may be under way on the connection at the same time, as streams of HTTP/2 are.
    let sharesConnection: Bool
    /// When the last byte had come to the client's host with everything before it, and by which packet.
    let completion: (at: Instant, due: Instant, served: Instant)?

    /// When the request had come to the origin's host, each byte of it for the first time; nil where the log does not have it.
    var requested: Instant? {
        let arrivals = request.compactMap { packet in packet.received.map { (at: $0, bytes: packet.bytes) } }
            .sorted { $0.at < $1.at }
        var bytes = ByteRanges()
        return arrivals.filter { !bytes.insert($0.bytes).isEmpty }.last?.at
    }

    /// When its first packet came to the line.
    var firstPacket: Instant? {
        connection.flow.down.first { $0.bytes.upperBound > response.lowerBound }?.arrival
    }

    /// How much of what the connection carried while the response came is other streams': what is more than head and body, and
    /// than the framing of those and of the records around them. 0 where none could be.
    var foreignShare: Double {
        guard sharesConnection, !response.isEmpty else { return 0 }
        let own = headBytes + bodyBytes + (bodyBytes / Self.frame + 2) * Self.framing
        return max(0, 1 - Double(own) / Double(response.count))
    }

    /// Of HTTP/2's data, and what a frame and a record of encryption around it add.
    private static let frame: Int64 = 16_384
    private static let framing: Int64 = 31

    /// How many of the body's bytes stand before a place of the stream. Where more than head and body was carried (the
    /// records of encryption, the framing of chunks) that is spread evenly over the body.
    func bodyBytes(before place: Int64) -> Int64 {
        let rest = Int64(response.count) - headBytes
        guard rest > 0 else { return 0 }
        let behindHead = min(max(0, place - response.lowerBound - headBytes), rest)
        return Int64(Int128(behindHead) * Int128(min(bodyBytes, rest)) / Int128(rest))
    }

    /// The connection's packets that carry something of the response, or nothing while it is under way.
    func ownPackets(from start: Instant, to end: Instant) -> [FlowPacket] {
        connection.flow.down.filter { packet in
            packet.arrival < end && packet.serviceEnd > start
                && (packet.bytes.isEmpty || packet.bytes.overlaps(response))
        }
    }
}
