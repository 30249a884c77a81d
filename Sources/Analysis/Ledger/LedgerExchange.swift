import LinkModel
import Logs
import Runs
import Wire

/// One exchange on its connection: its bytes of the two streams, and the times of its origin.
struct LedgerExchange {
    /// A run of its own bytes.
    struct Place: Hashable {
        var range: Range<Int64>
        /// Its own bytes before this run.
        var before: Int64
        var end: Int64 { before + Int64(range.count) }
    }

    let connection: ConnectionLog
    /// The origin's log entry.
    let origin: OriginLogEntry?
    /// Its range of the down stream; it ends beyond the received bytes if the response did not finish. On a shared connection
    /// other streams' bytes may lie between.
    let response: Range<Int64>
    /// Where its own bytes lie in that range, in order; empty if that is unknown, or all of it is its own.
    let places: [Place]
    /// The packets with the request, as of the connection.
    let request: [FlowPacket]
    let headBytes: Int64
    let bodyBytes: Int64
    /// True if other exchanges may be under way on the connection at the same time, as with HTTP/2's streams.
    let sharesConnection: Bool
    /// When the last byte had reached the client's host with everything that has to come before it, and by which packet.
    let completion: (at: Instant, due: Instant, served: Instant)?

    /// When the origin's host had the whole request, counting the first copy of each byte; nil if the log
    /// lacks it.
    var requested: Instant? {
        let arrivals = request.compactMap { packet in packet.received.map { (at: $0, bytes: packet.bytes) } }
            .sorted { $0.at < $1.at }
        var bytes = ByteRanges()
        return arrivals.filter { !bytes.insert($0.bytes).isEmpty }.last?.at
    }

    /// The packet that carried the request's last byte first; later ones repeat it.
    var requestEnd: FlowPacket? {
        guard let end = request.map(\.bytes.upperBound).max() else { return nil }
        return request.first { $0.bytes.upperBound == end }
    }

    /// When the origin had its response ready, on a connection whose other streams may go first; nil if unknown.
    var ready: Instant? { sharesConnection ? origin?.responseReady : nil }

    /// When the client's windows kept the origin from sending more of it, in order.
    var holds: [OriginHold] { origin?.holds ?? [] }

    /// When its first packet reached the line.
    var firstPacket: Instant? {
        connection.flow.down.first { $0.bytes.upperBound > response.lowerBound }?.arrival
    }

    /// Share of other streams in what the connection carried during the response: the bytes beyond its head
    /// and body, and beyond their framing and encryption records. 0 if there can be none.
    var foreignShare: Double {
        guard sharesConnection, !response.isEmpty else { return 0 }
        let own = headBytes + bodyBytes + (bodyBytes / Self.frame + 2) * Self.framing
        return max(0, 1 - Double(own) / Double(response.count))
    }

    /// Size of an HTTP/2 data frame, and what frame and encryption record add.
    private static let frame: Int64 = 16_384
    private static let framing: Int64 = 31

    /// Body bytes before a position of the stream. Bytes carried beyond head and body (encryption records,
    /// chunk framing) are spread evenly over the body.
    func bodyBytes(before place: Int64) -> Int64 {
        let rest = (places.last?.end ?? Int64(response.count)) - headBytes
        guard rest > 0 else { return 0 }
        let behindHead = min(max(0, ownBytes(before: place) - headBytes), rest)
        return Int64(Int128(behindHead) * Int128(min(bodyBytes, rest)) / Int128(rest))
    }

    /// Its own bytes in a range of the stream.
    func ownBytes(in range: Range<Int64>) -> Int64 {
        ownBytes(before: range.upperBound) - ownBytes(before: range.lowerBound)
    }

    /// Where the connection's bytes stood when the response was ready, with QUIC.
    var turn: Int64 = 0

    /// Bytes of the stream that the client must have before it has all of the response, and that it had not before. With QUIC
    /// it needs its own alone: what was sent since it was ready had its turn before.
    var needed: Range<Int64> {
        (places.isEmpty ? response.lowerBound : isQUIC ? turn : 0)..<response.upperBound
    }

    var isQUIC: Bool { connection.flow.isQUIC }

    /// The connection's packets that carry bytes which the response needs, or that are empty while it is under way.
    func ownPackets(from start: Instant, to end: Instant) -> [FlowPacket] {
        connection.flow.down.filter { packet in
            packet.arrival < end && packet.serviceEnd > start
                && (packet.bytes.isEmpty ? !isQUIC : packet.bytes.overlaps(needed))
        }
    }

    private func ownBytes(before place: Int64) -> Int64 {
        guard !places.isEmpty else { return max(0, place - response.lowerBound) }
        let next = places.partitioningIndex { $0.range.lowerBound >= place }
        guard next > 0 else { return 0 }
        let last = places[next - 1]
        return last.before + min(place, last.range.upperBound) - last.range.lowerBound
    }
}

// MARK: Finding

extension LedgerExchange {
    /// `origin` is the origin's log entry, `previous` the end of the exchange before it on the connection.
    init(
        _ connection: ConnectionLog,
        _ transfer: TransferRecord,
        origin: OriginLogEntry?,
        previous: Instant?
    ) {
        let exchange = transfer.exchange
        let last = exchange?.responseLastByte ?? transfer.end
        let isStream = exchange?.stream != nil
        // A caller that joined a transfer under way shares its earlier request.
        let isJoined = exchange.map { $0.requestFirstByte < transfer.start } ?? false
        let begin = isJoined ? connection.flow.start : transfer.start
        let from = isStream ? begin : exchange?.connectEnd ?? max(begin, previous ?? begin)
        let until = exchange?.responseFirstByte ?? origin?.responseFirstByte ?? transfer.end
        var request = connection.flow.up.filter {
            // The next request may leave at the very moment at which this one is answered.
            !$0.bytes.isEmpty && $0.arrival >= from && $0.arrival < until
        }
        if isStream {
            // For a stream, the packet with which the origin had its request, and its earlier copies: others carry other
            // streams'.
            let heard = origin?.requestLastByte ?? until
            let last = request.last { $0.received.map { $0 <= heard } ?? false }
            request = request.filter { packet in
                last.map { packet.arrival <= $0.arrival && packet.bytes.overlaps($0.bytes) } ?? false
            }
        }
        let begun = origin?.responseFirstByte ?? request.compactMap(\.received).max() ?? from
        var start = connection.flow.down.lazy.prefix { $0.arrival < begun }.map(\.bytes.upperBound).max() ?? 0
        let came = connection.flow.down.compactMap { packet -> Int64? in
            guard let received = packet.received, received <= last else { return nil }
            return packet.bytes.upperBound
        }
        var end = max(start, came.max() ?? start)
        let own = Self.places(origin)
        if let first = own.first, let last = own.last {
            (start, end) = (first.range.lowerBound, last.range.upperBound)
        }
        // Only the origin knows the carried size of a compressed head.
        let packed = isStream ? origin?.headerBytes : nil
        let head = Int64(packed ?? exchange?.headerBytes ?? origin?.headerBytes ?? 0)
        let body = Int64(exchange?.bodyBytes ?? origin?.bodyBytes ?? 0)
        // An unfinished exchange gets an end beyond its bytes.
        if exchange == nil { end = max(end + 1, start + head + body) }
        places = own
        self.connection = connection
        self.origin = origin
        self.request = request
        response = start..<end
        headBytes = min(head, own.last?.end ?? end - start)
        bodyBytes = body
        sharesConnection = isStream
        let ready = origin?.responseReady ?? begun
        let before =
            connection.flow.down.lazy.prefix { $0.arrival < ready }.map(\.bytes.upperBound).max() ?? 0
        turn = min(before, start)
        // What is lost of other streams holds up the bytes behind it.
        completion =
            connection.flow.isQUIC && !own.isEmpty
            ? Self.completion(of: own, in: connection.flow.down)
            : own.isEmpty
                ? Self.completion(of: start..<end, in: connection.flow.down)
                : connection.arrival(upTo: end).flatMap(Self.moments)
    }

    /// Longer gaps hold frames of others.
    private static let seam: Int64 = 40

    /// Where the origin put the response. The last place lasts until the client can read it.
    private static func places(_ origin: OriginLogEntry?) -> [Place] {
        guard let origin, let last = origin.places.last else { return [] }
        var ranges = origin.places
        if let end = origin.readableAt, end > last.upperBound, end - last.upperBound <= seam {
            ranges[ranges.count - 1] = last.lowerBound..<end
        } else if let end = origin.readableAt, end > last.upperBound {
            // Others' bytes fill the record, whose seal is part of all.
            ranges.append(end - 1..<end)
        }
        var before: Int64 = 0
        return ranges.map { range in
            defer { before += Int64(range.count) }
            return Place(range: range, before: before)
        }
    }

    /// When all of these had arrived, whatever lies between.
    private static func completion(
        of places: [Place],
        in packets: [FlowPacket]
    ) -> (at: Instant, due: Instant, served: Instant)? {
        guard let first = places.first, let last = places.last else { return nil }
        let hull = first.range.lowerBound..<last.range.upperBound
        var missing = places.reduce(0) { $0 + $1.range.count }
        var bytes = ByteRanges()
        let arrived = packets.filter { $0.bytes.overlaps(hull) && $0.received != nil }
            .sorted { ($0.received ?? .never) < ($1.received ?? .never) }
        for packet in arrived {
            for fresh in bytes.insert(packet.bytes.clamped(to: hull)) {
                let next = places.partitioningIndex { $0.range.upperBound > fresh.lowerBound }
                for place in places[next...].prefix(while: { $0.range.lowerBound < fresh.upperBound }) {
                    missing -= place.range.clamped(to: fresh).count
                }
            }
            if missing <= 0 { return moments(of: packet) }
        }
        return nil
    }

    private static func completion(
        of response: Range<Int64>,
        in packets: [FlowPacket]
    ) -> (at: Instant, due: Instant, served: Instant)? {
        guard !response.isEmpty else { return nil }
        let arrived = packets.filter { $0.bytes.overlaps(response) && $0.received != nil }
            .sorted { ($0.received ?? .never) < ($1.received ?? .never) }
        var bytes = ByteRanges()
        for packet in arrived {
            _ = bytes.insert(packet.bytes.clamped(to: response))
            if bytes.contains(response) { return moments(of: packet) }
        }
        return nil
    }

    /// nil if the packet never reached its receiver.
    private static func moments(of packet: FlowPacket) -> (at: Instant, due: Instant, served: Instant)? {
        packet.received.map { ($0, packet.due, packet.serviceEnd) }
    }
}
