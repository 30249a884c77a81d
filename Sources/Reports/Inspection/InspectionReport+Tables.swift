import Figures
import Inspection

/// The tables of responses and connections, row by row.
extension InspectionReport {
    private static let unknown = "-"
    /// A target's beginning and end can still be told apart.
    private static let requestWidth = TextTable.Shrinking(whileOthersLeave: 24, atLeast: 8)
    private static let addressWidth = TextTable.Shrinking(whileOthersLeave: 46, atLeast: 15)
    /// More of a name or a target tells nothing new, however wide the terminal is.
    private static let mostHost = 40
    private static let mostRequest = 120

    var exchangeTable: TextTable {
        var (longest, fastest) = (Int64(0), Int64(0))
        var host: String?
        var hasSeveralHosts = false
        for exchange in exchanges {
            (longest, fastest) = (max(longest, exchange.duration ?? 0), max(fastest, exchange.speedBps ?? 0))
            // Told by the first two that differ.
            guard !hasSeveralHosts else { continue }
            if let host { hasSeveralHosts = exchange.host != host } else { host = exchange.host }
        }
        // What one sorts or filters by stays longest.
        let (byStatus, bySize) = (part.filter.statuses != nil, part.filter.largerThan != nil)
        let columns = [
            TextTable.Column(heading: ["stream"]),
            TextTable.Column(
                heading: ["request"],
                isRightAligned: false,
                shrinking: Self.requestWidth
            ),
            TextTable.Column(heading: ["status"], priority: byStatus ? 7 : 6),
            TextTable.Column(heading: ["body"], priority: bySize || order == .size ? 7 : 4),
            TextTable.Column(heading: ["header"], priority: 1),
            TextTable.Column(heading: ["request to", "last byte"]),
            TextTable.Column(heading: ["speed"], priority: order == .speed ? 7 : 3),
            TextTable.Column(heading: ["sent", "again"], priority: 2),
            TextTable.Column(heading: [], isRightAligned: false, priority: 5),
        ]
        return TextTable(columns: columns, rows: exchanges.count) { row in
            let exchange = exchanges[row]
            return [
                "\(exchange.stream)", Self.request(exchange, namesHost: hasSeveralHosts),
                exchange.status.map { "\($0)" } ?? Self.unknown,
                ByteFormat.text(exchange.bodyBytes), ByteFormat.text(exchange.headerBytes),
                exchange.duration.map { DurationFormat.text($0, like: longest) } ?? Self.unknown,
                exchange.speedBps.map { RateFormat.text($0, like: fastest) } ?? Self.unknown,
                ByteFormat.text(exchange.retransmittedBytes), Self.mark(exchange),
            ]
        }
    }

    private static func mark(_ exchange: CaptureExchange) -> String {
        guard !exchange.isComplete else { return "" }
        return exchange.reset.map { "not whole: \($0.name)" } ?? "not whole"
    }

    private static func request(_ exchange: CaptureExchange, namesHost: Bool) -> String {
        let target = exchange.target ?? exchange.url ?? "(not in the capture)"
        let method = exchange.method.map { $0 == "GET" ? "" : $0 + " " } ?? ""
        let host =
            namesHost && target.hasPrefix("/") ? exchange.host.printable.shortened(to: mostHost) : ""
        return (method + host + target.printable).shortened(to: mostRequest)
    }

    var flowTable: TextTable {
        // Names stand only where there are any.
        let named = flows.contains { $0.serverName != nil }
        let columns = [
            TextTable.Column(heading: ["stream"]),
            TextTable.Column(heading: ["client"], shrinking: Self.addressWidth),
            TextTable.Column(heading: ["server"], priority: 5),
            TextTable.Column(heading: ["name"], priority: 0),
            TextTable.Column(heading: ["wire bytes", "up"], priority: 4),
            TextTable.Column(heading: ["wire bytes", "down"], priority: 6),
            TextTable.Column(heading: ["sent again", "down"], priority: 2),
            TextTable.Column(heading: ["handshake", "round trip"], priority: 3),
            TextTable.Column(heading: ["at the", "end"], priority: 1),
        ]
        let name = 3
        func shown<Part>(_ parts: [Part]) -> [Part] {
            named ? parts : Array(parts[..<name] + parts[(name + 1)...])
        }
        return TextTable(columns: shown(columns), rows: flows.count) { row in
            let flow = flows[row]
            return shown([
                "\(flow.stream)", flow.client.description + (flow.isClientGuessed ? "?" : ""),
                flow.server.description, (flow.serverName ?? Self.unknown).printable.shortened(to: 28),
                ByteFormat.text(flow.up.wireBytes), ByteFormat.text(flow.down.wireBytes),
                ByteFormat.text(flow.down.retransmittedBytes),
                flow.handshakeRoundTrip.map(DurationFormat.text) ?? Self.unknown,
                flow.ending == .halfClosed ? "half closed" : flow.ending.rawValue,
            ])
        }
    }
}
