package import Archives
import LinkModel

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
        self.init(exchanges: exchanges, tellsLine: false, remarks: Self.remarks(leftOut))
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
