package import Inspection
import Wire

extension Recording {
    /// Server times shorter than this, or than a twentieth of a round trip, are within the measuring error.
    private static let leastServerTime: Int64 = 2_000_000

    /// The exchanges of a capture and the line that carried them; `contents` are bodies by stream and order.
    package init(
        _ inspection: CaptureInspection,
        _ fit: LineFit,
        contents: [RecordedExchangeID: [UInt8]] = [:]
    ) {
        let least = max(Self.leastServerTime, Int64((fit.line.roundTrip?.value ?? 0) / 20))
        let seen = inspection.exchanges.filter {
            $0.requestSent != nil && $0.lastByte != nil && $0.status != nil && !$0.isPushed
        }
        let first = seen.map(Self.start).min() ?? 0
        var exchanges: [RecordedExchange] = []
        var incomplete = 0
        for exchange in seen {
            if !exchange.isComplete { incomplete += 1 }
            let serverTime = fit.serverTime(of: exchange) ?? 0
            var recorded = RecordedExchange(exchange, from: first)
            recorded?.serverTime = serverTime >= least ? serverTime : 0
            recorded?.content = contents[RecordedExchangeID(exchange)]
            if let recorded { exchanges.append(recorded) }
        }
        var remarks = fit.line.remarks.map(RecordingRemark.line)
        if incomplete > 0 { remarks.append(.incomplete(responses: incomplete)) }
        let closed = inspection.estimates.count
        if closed > 0 { remarks.append(.encrypted(exchanges: closed)) }
        self.init(exchanges: exchanges, line: fit.line.parameters, remarks: remarks)
    }

    /// Includes the opening of the connection if it was made for this exchange.
    static func start(_ exchange: CaptureExchange) -> Int64 {
        let sent = exchange.requestSent ?? 0
        return min(sent, exchange.handshake?.syn ?? sent)
    }
}

extension RecordedExchange {
    /// nil if the exchange lacks something that a replay needs; `first` is when the recording begins.
    fileprivate init?(_ exchange: CaptureExchange, from first: Int64) {
        guard let method = exchange.method, let status = exchange.status, let lastByte = exchange.lastByte
        else { return nil }
        let url = RecordedURL(exchange.url ?? "")
        self.init(
            host: url?.host ?? "\(exchange.server.address)",
            target: url?.target ?? exchange.target ?? "/",
            method: method,
            status: status,
            mediaType: exchange.mediaType,
            bodyBytes: exchange.bodyBytes,
            start: Recording.start(exchange) - first,
            end: lastByte - first,
            connection: exchange.stream
        )
        isEncrypted = url?.scheme == "https"
        isHTTP2 = exchange.httpStream != nil
        isPacked = exchange.contentCoding != nil
        fields = exchange.responseFields.map(Array.init) ?? []
    }
}
