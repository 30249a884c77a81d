package import Archives
package import Inspection
package import LinkModel
import Wire

/// Recorded traffic from any source.
package struct Recording: Hashable, Sendable {
    package var exchanges: [RecordedExchange]
    /// The line, as far as the recording shows it.
    package var line: LinkParameters
    /// False if the recording shows nothing of its line, as with an archive.
    package var showsLine: Bool
    /// Differences from the recorded traffic.
    package var remarks: [RecordingRemark]

    package init(
        exchanges: [RecordedExchange],
        line: LinkParameters = LinkParameters(down: DirectionParameters(), up: DirectionParameters()),
        showsLine: Bool = true,
        remarks: [RecordingRemark] = []
    ) {
        self.exchanges = exchanges
        self.line = line
        self.showsLine = showsLine
        self.remarks = remarks
    }
}

// MARK: Capture

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
        // QUIC connections are numbered after those of TCP.
        let tcp = (seen.compactMap(\.stream).max() ?? -1) + 1
        var exchanges: [RecordedExchange] = []
        var incomplete = 0
        for exchange in seen {
            if !exchange.isComplete { incomplete += 1 }
            let serverTime = fit.serverTime(of: exchange) ?? 0
            var recorded = RecordedExchange(exchange, from: first)
            recorded?.serverTime = serverTime >= least ? serverTime : 0
            recorded?.connection = exchange.stream ?? exchange.connection.quic.map { tcp + $0 }
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

// MARK: Archive

extension Recording {
    /// An HTTP archive, as browsers and proxies export it.
    package init(_ archive: HTTPArchive) {
        let entries = archive.entries
        let roundTrip = Self.roundTrip(entries)
        let first = entries.compactMap(\.started).min() ?? 0
        var connections: [String: Int] = [:]
        var exchanges: [RecordedExchange] = []
        var leftOut = (cached: 0, other: 0)
        for entry in entries {
            if entry.isFromCache {
                leftOut.cached += 1
                continue
            }
            guard var exchange = Self.exchange(entry, from: first, roundTrip) else {
                leftOut.other += 1
                continue
            }
            if let name = entry.connection {
                exchange.connection = connections[name] ?? connections.count
                connections[name] = exchange.connection
            }
            exchanges.append(exchange)
        }
        self.init(exchanges: exchanges, showsLine: false, remarks: Self.remarks(leftOut))
        line.down.oneWayDelay = roundTrip - roundTrip / 2
        line.up.oneWayDelay = roundTrip / 2
    }

    /// The quickest opening of a connection takes one round trip.
    private static func roundTrip(_ entries: [ArchiveEntry]) -> Int64 {
        entries.map { ($0.timings.connect ?? 0) - ($0.timings.secure ?? 0) }.filter { $0 > 0 }.min() ?? 0
    }

    private static func exchange(
        _ entry: ArchiveEntry,
        from first: Int64,
        _ roundTrip: Int64
    ) -> RecordedExchange? {
        let response = entry.response
        guard let started = entry.started, let url = RecordedURL(entry.request.url),
            ["http", "https"].contains(url.scheme), response.status >= 100
        else { return nil }
        let (start, isTooLong) = started.subtractingReportingOverflow(first)
        guard !isTooLong else { return nil }
        var exchange = RecordedExchange(
            host: url.host,
            target: url.target,
            method: entry.request.method,
            status: response.status,
            mediaType: response.mediaType,
            bodyBytes: response.bodyBytes ?? 0,
            start: start,
            end: start + (entry.duration ?? 0),
            serverTime: max(0, (entry.timings.wait ?? 0) - roundTrip)
        )
        exchange.isEncrypted = url.scheme == "https"
        exchange.isHTTP2 = isHTTP2(entry)
        exchange.isPacked = response.isPacked
        exchange.fields = response.fields
        exchange.content = response.content
        return exchange
    }

    /// Chrome, Firefox and Safari spell versions differently.
    private static func isHTTP2(_ entry: ArchiveEntry) -> Bool {
        [entry.request.version, entry.response.version].contains { version in
            ["h2", "h3", "http/2", "http/3"].contains { version.lowercased().hasPrefix($0) }
        }
    }

    private static func remarks(_ leftOut: (cached: Int, other: Int)) -> [RecordingRemark] {
        var remarks: [RecordingRemark] = []
        if leftOut.cached > 0 { remarks.append(.cached(entries: leftOut.cached)) }
        if leftOut.other > 0 { remarks.append(.unanswered(entries: leftOut.other)) }
        return remarks
    }
}
