import JSON
import LinkModel

extension Recording {
    /// An HTTP archive, as browsers and proxies export it.
    package init(har bytes: [UInt8]) throws(HARError) {
        // Some tools begin with a byte order mark, which JSON does not allow.
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let document: JSONValue
        do throws(JSONSyntaxError) {
            document = try JSONValue(parsing: hasMark ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            throw HARError.notJSON(error)
        }
        guard let log = document["log"], case .array(let elements)? = log["entries"] else {
            throw HARError.noEntries
        }
        let entries = elements.map(HAREntry.init)
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
    private static func roundTrip(_ entries: [HAREntry]) -> Int64 {
        entries.map { $0.time("connect") - $0.time("ssl") }.filter { $0 > 0 }.min() ?? 0
    }

    private static func exchange(
        _ entry: HAREntry,
        from first: Int64,
        _ roundTrip: Int64
    ) -> RecordedExchange? {
        guard let started = entry.started, let url = RecordedURL(entry.url),
            ["http", "https"].contains(url.scheme), entry.status >= 100
        else { return nil }
        let (start, isTooLong) = started.subtractingReportingOverflow(first)
        guard !isTooLong else { return nil }
        var exchange = RecordedExchange(
            host: url.host,
            target: url.target,
            method: entry.method,
            status: entry.status,
            mediaType: entry.mediaType,
            bodyBytes: entry.bodyBytes,
            start: start,
            end: start + max(entry.duration, 0),
            serverTime: max(0, entry.time("wait") - roundTrip)
        )
        exchange.isEncrypted = url.scheme == "https"
        exchange.isHTTP2 = entry.isHTTP2
        exchange.isPacked = entry.isPacked
        exchange.fields = entry.fields
        exchange.content = entry.content
        return exchange
    }

    private static func remarks(_ leftOut: (cached: Int, other: Int)) -> [String] {
        var remarks: [String] = []
        if leftOut.cached > 0 {
            remarks.append("\(leftOut.cached) entries are left out: the browser had them in a cache")
        }
        if leftOut.other > 0 {
            remarks.append("\(leftOut.other) entries are left out: they are not HTTP, or have no response")
        }
        return remarks
    }
}
