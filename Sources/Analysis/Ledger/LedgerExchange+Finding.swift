import LinkModel
import Logs
import Runs
import Wire

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
        // What is lost of other streams holds up the bytes behind it.
        completion =
            own.isEmpty
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
