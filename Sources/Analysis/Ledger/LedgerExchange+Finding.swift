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
            !$0.bytes.isEmpty && $0.arrival >= from && $0.arrival <= until
        }
        if isStream {
            // For a stream, the packet with which the origin had its request: others carry other streams'.
            let heard = origin?.requestLastByte ?? until
            request = request.filter { $0.received.map { $0 <= heard } ?? false }.suffix(1)
        }
        let begun = origin?.responseFirstByte ?? request.compactMap(\.received).max() ?? from
        let start = connection.flow.down.lazy.prefix { $0.arrival < begun }.map(\.bytes.upperBound).max() ?? 0
        let came = connection.flow.down.compactMap { packet -> Int64? in
            guard let received = packet.received, received <= last else { return nil }
            return packet.bytes.upperBound
        }
        var end = max(start, came.max() ?? start)
        // Only the origin knows the carried size of a compressed head.
        let packed = isStream ? origin?.headerBytes : nil
        let head = Int64(packed ?? exchange?.headerBytes ?? origin?.headerBytes ?? 0)
        let body = Int64(exchange?.bodyBytes ?? origin?.bodyBytes ?? 0)
        // An unfinished exchange gets an end beyond its bytes.
        if exchange == nil { end = max(end + 1, start + head + body) }
        self.connection = connection
        self.origin = origin
        self.request = request
        response = start..<end
        headBytes = min(head, end - start)
        bodyBytes = body
        sharesConnection = isStream
        completion = Self.completion(of: start..<end, in: connection.flow.down)
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
            if bytes.contains(response) { return packet.received.map { ($0, packet.due, packet.serviceEnd) } }
        }
        return nil
    }
}
