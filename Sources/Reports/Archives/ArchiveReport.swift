package import Archives
import Figures
package import JSON
import Wire

/// What an inspection shows of an HTTP archive.
package struct ArchiveReport {
    private static let unknown = "-"
    private static let requestWidth = ReportColumn.Shrinking(preferred: 24, atLeast: 8)
    private static let mostRequest = 120
    /// What no archive tells.
    private static let limits =
        "An archive holds no packets: bytes on the wire, retransmissions, and the course of connections are not known."

    let file: String
    let survey: ArchiveSurvey
    let exchanges: [ArchivedExchange]
    private let order: ExchangeRanking.Order
    private let filter: ExchangeFilter

    package init(
        _ survey: ArchiveSurvey,
        file: String,
        filter: ExchangeFilter = ExchangeFilter(),
        ranking: ExchangeRanking = ExchangeRanking()
    ) {
        self.file = file
        self.survey = survey
        self.filter = filter
        order = ranking.order
        exchanges = ranking.ranked(survey.exchanges.filter(filter.admits))
    }

    package var document: ReportDocument {
        var document = ReportDocument([[.text(summary, hanging: 2)]])
        if !exchanges.isEmpty { document.append([.table(table)]) }
        document.append(
            ReportSection(
                [.heading("findings")]
                    + (survey.findings.map(\.words) + [Self.limits])
                    .map { .text($0.printable, indent: 2, hanging: 4) }
            )
        )
        return document
    }

    private var summary: String {
        var span = ""
        if let start = survey.start, let end = survey.end, end >= start {
            span = " in \(DurationFormat.text(end - start)) from \(TimestampFormat.text(start))"
        }
        let tools = survey.tools.isEmpty ? "" : " by \(survey.tools.joined(separator: ", ").printable)"
        let all = survey.exchanges.count
        let count = exchanges.count == all ? "" : "\(ByteFormat.grouped(exchanges.count)) of "
        return "\(file): an HTTP archive\(tools): \(count)\(CountFormat.text(all, "exchange"))\(span)"
    }

    private var table: ReportTable {
        let longest = exchanges.lazy.compactMap { $0.total ?? $0.duration }.max() ?? 0
        let fastest = exchanges.lazy.compactMap(\.speedBps).max() ?? 0
        let namesHost = Set(exchanges.lazy.map(\.host)).count > 1
        let isBySize = filter.largerThan != nil || order == .size
        func time(_ time: Nanoseconds?) -> String {
            time.map { DurationFormat.text($0, like: longest) } ?? Self.unknown
        }
        func size(_ bytes: Int?) -> String { bytes.map(ByteFormat.text) ?? Self.unknown }
        return ReportTable(
            of: exchanges,
            [
                .number("entry") { "\($0.number)" },
                .text("request", shrinking: Self.requestWidth) { Self.request($0, namesHost: namesHost) },
                .number("status", priority: filter.statuses != nil ? 9 : 8) {
                    $0.status.map { "\($0)" } ?? Self.unknown
                },
                .number("body", priority: isBySize ? 9 : 6) { size($0.bodyBytes) },
                .number("unpacked", priority: 0) { size($0.decodedBytes) },
                .number("blocked", priority: 2) { time($0.timings.blocked) },
                .number("name,", "connection", priority: 3) {
                    time($0.timings.lookup == nil && $0.timings.connect == nil ? nil : $0.opening)
                },
                .number("wait", priority: 5) { time($0.timings.wait) },
                .number("receive", priority: 4) { time($0.timings.receive) },
                .number("request to", "last byte", priority: 7) { time($0.duration) },
                .number("all") { time($0.total) },
                .number("speed", priority: order == .speed ? 9 : 1) {
                    $0.speedBps.map { RateFormat.text($0, like: fastest) } ?? Self.unknown
                },
                .text(priority: 7, cell: Self.mark),
            ]
        )
    }

    private static func mark(_ exchange: ArchivedExchange) -> String {
        if exchange.isFromCache { return "from cache" }
        return exchange.status == nil ? "no response" : ""
    }

    private static func request(_ exchange: ArchivedExchange, namesHost: Bool) -> String {
        let method = exchange.method == "GET" ? "" : exchange.method + " "
        let start = exchange.url.firstRange(of: "://")?.upperBound
        let behind = start.map { exchange.url[$0...] } ?? exchange.url[...]
        let target = start == nil || namesHost ? behind : behind.drop { $0 != "/" }
        return (method + (target.isEmpty ? "/" : target)).printable.shortened(to: mostRequest)
    }
}

extension ArchivedExchange {
    /// Time for the name and the connection.
    fileprivate var opening: Nanoseconds { (timings.lookup ?? 0) + (timings.connect ?? 0) }
}

// MARK: JSON

extension ArchiveReport {
    /// The document of an inspection. Times count from the first exchange, `startedAt`. What only packets tell is
    /// null, and there are no flows and no handshakes.
    private var draft: JSONDraft {
        let start = survey.start ?? 0
        return .object([
            ("schema", "netlab.inspection/1"), ("file", .value(file.json)),
            ("startedAt", .value(survey.start.map(TimestampFormat.text).json)),
            ("startedAtNs", .value(survey.start.json)), ("packets", .value(.null)),
            ("tools", .value(survey.tools.json)),
            ("exchanges", .elements(exchanges.count) { .value(Self.json(exchanges[$0], start)) }),
            ("flows", .value([])), ("handshakes", .value([])),
            (
                "findings",
                .value(
                    .array(
                        survey.findings.map { finding in
                            [
                                "packet": nil, "block": nil, "stream": nil, "entry": finding.entry.json,
                                "sentence": finding.words.json,
                            ]
                        }
                    )
                )
            ),
            ("limits", .value(Self.limits.json)),
        ])
    }

    /// One document for the archives of a command.
    package static func document(_ reports: [ArchiveReport]) -> JSONDraft {
        if reports.count == 1 { return reports[0].draft }
        return .object([
            ("schema", "netlab.inspections/1"),
            ("inspections", .elements(reports.count) { reports[$0].draft }),
        ])
    }

    private static func json(_ exchange: ArchivedExchange, _ start: Int64) -> JSONValue {
        let timings = exchange.timings
        return [
            "entry": exchange.number.json, "method": exchange.method.json, "url": exchange.url.json,
            "status": exchange.status.json, "httpVersion": exchange.version.json,
            "type": exchange.mediaType.json, "contentEncoding": exchange.contentCoding.json,
            "stream": nil, "connection": exchange.connection.json, "server": exchange.serverAddress.json,
            "fromCache": exchange.isFromCache.json, "failure": exchange.failure.json,
            "startNs": exchange.started.map { $0 - start }.json,
            "requestNs": exchange.requestSent.map { $0 - start }.json,
            "firstByteNs": exchange.firstByte.map { $0 - start }.json,
            "lastByteNs": exchange.lastByte.map { $0 - start }.json, "durationNs": exchange.duration.json,
            "totalNs": exchange.total.json,
            "phases": [
                "blockedNs": timings.blocked.json, "dnsNs": timings.lookup.json,
                "connectNs": timings.connect.json, "tlsNs": timings.secure.json,
                "requestNs": timings.send.json, "waitNs": timings.wait.json,
                "receiveNs": timings.receive.json,
            ],
            "requestHeaderBytes": exchange.requestHeaderBytes.json,
            "requestBodyBytes": exchange.requestBodyBytes.json, "headerBytes": exchange.headerBytes.json,
            "bodyBytes": exchange.bodyBytes.json, "decodedBytes": exchange.decodedBytes.json,
            "speedBps": exchange.speedBps.json, "retransmittedBytes": nil, "complete": nil,
        ]
    }
}
