import Analysis
import Figures
import HTTP
import Inspection
package import JSON
import Wire

/// An inspection's responses as an HTTP archive, version 1.2.
package struct InspectionArchive {
    /// The archive's value for a phase that did not occur.
    private static let none = JSONValue.integer(-1)

    private let report: InspectionReport

    package init(_ report: InspectionReport) {
        self.report = report
    }

    /// Times are milliseconds with nanosecond precision; `_netlab` holds what the format lacks.
    package var draft: JSONDraft {
        let exchanges = report.exchanges
        let names = NameWaits(report.inspection)
        return .object([
            (
                "log",
                .object([
                    ("version", "1.2"),
                    ("creator", .value(["name": "netlab", "version": NetlabVersion.text.json])),
                    ("pages", .value([])),
                    ("entries", .elements(exchanges.count) { .value(Self.entry(exchanges[$0], names)) }),
                    ("comment", .value(report.file.json)),
                ])
            )
        ])
    }

    private static func entry(_ exchange: CaptureExchange, _ names: NameWaits) -> JSONValue {
        let sent = exchange.requestSent ?? exchange.firstByte ?? 0
        let opened = min(sent, exchange.handshake?.syn ?? sent)
        let lookup = exchange.handshake.flatMap { _ in
            names.wait(before: opened, exchange.client, exchange.server)
        }
        let start = min(opened, lookup?.asked ?? opened)
        let timings = Timings(exchange, from: opened, behind: lookup)
        return [
            "startedDateTime": TimestampFormat.precise(start).json, "time": milliseconds(timings.total),
            "request": request(exchange), "response": response(exchange), "cache": [:],
            "timings": [
                "blocked": milliseconds(timings.blocked), "dns": milliseconds(timings.lookup),
                "connect": milliseconds(timings.connect), "ssl": milliseconds(timings.secure), "send": 0.json,
                "wait": milliseconds(timings.wait), "receive": milliseconds(timings.receive),
            ],
            "serverIPAddress": "\(exchange.server.address)".json,
            "connection": "\(exchange.stream)".json,
            "_netlab": [
                "stream": exchange.stream.json, "order": exchange.order.json,
                "durationNs": exchange.duration.json, "speedBps": exchange.speedBps.json,
                "retransmittedBytes": exchange.retransmittedBytes.json,
                "wireDownBytes": exchange.wireDownBytes.json, "wireUpBytes": exchange.wireUpBytes.json,
                "firstPacket": exchange.firstPacket.json, "lastPacket": exchange.lastPacket.json,
                "complete": exchange.isComplete.json,
            ],
        ]
    }

    /// The archive's phases of an exchange in nanoseconds; nil for phases that did not occur.
    private struct Timings {
        let blocked: Int64?
        let lookup: Int64?
        /// Includes TLS.
        let connect: Int64?
        let secure: Int64?
        let wait: Int64
        let receive: Int64

        /// `start` is when the connection was opened, if the exchange opened one.
        init(_ exchange: CaptureExchange, from start: Int64, behind wait: NameWaits.Wait?) {
            let sent = exchange.requestSent ?? exchange.firstByte ?? start
            let opened = exchange.handshake.flatMap { $0.ack ?? $0.synAck }.map { min($0, sent) }
            let isSecure = exchange.url?.hasPrefix("https:") == true
            let connected = isSecure && opened != nil ? sent : opened
            connect = connected.map { max(0, $0 - start) }
            secure = isSecure ? opened.map { max(0, sent - $0) } : nil
            lookup = wait.map { max(0, $0.answered - $0.asked) }
            let idle = sent - (connected ?? start) + (wait.map { max(0, start - $0.answered) } ?? 0)
            blocked = idle > 0 ? idle : nil
            let first = exchange.firstByte ?? sent
            self.wait = max(0, first - sent)
            receive = max(0, (exchange.lastByte ?? first) - max(first, sent))
        }

        var total: Int64 { (blocked ?? 0) + (lookup ?? 0) + (connect ?? 0) + wait + receive }
    }

    private static func milliseconds(_ time: Int64?) -> JSONValue {
        guard let time else { return none }
        return time.isMultiple(of: 1_000_000) ? (time / 1_000_000).json : (Double(time) / 1e6).json
    }

    private static func request(_ exchange: CaptureExchange) -> JSONValue {
        let fields = exchange.requestFields.map(Array.init) ?? []
        let target = exchange.target ?? ""
        let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
        return [
            "method": (exchange.method ?? "").json, "url": address(exchange).json,
            "httpVersion": (exchange.version ?? "").json, "cookies": cookies(fields, "cookie", by: ";"),
            "headers": headers(fields),
            "queryString": .array(query.split(separator: "&").map(item)),
            "headersSize": exchange.requestHeaderBytes.json, "bodySize": exchange.requestBodyBytes.json,
        ]
    }

    private static func response(_ exchange: CaptureExchange) -> JSONValue {
        let fields = exchange.responseFields.map(Array.init) ?? []
        let status = exchange.status ?? 0
        let location = fields.first { $0.name.lowercased() == "location" }?.value ?? ""
        let saved = exchange.isDecoded ? exchange.decodedBytes - exchange.bodyBytes : 0
        return [
            "status": status.json, "statusText": HTTPResponseHead.usualReason(status).json,
            "httpVersion": (exchange.version ?? "").json,
            "cookies": cookies(fields, "set-cookie", by: nil), "headers": headers(fields),
            "content": [
                "size": exchange.decodedBytes.json, "compression": saved.json,
                "mimeType": (exchange.mediaType ?? "x-unknown").json,
            ],
            "redirectURL": location.json, "headersSize": exchange.headerBytes.json,
            "bodySize": exchange.bodyBytes.json,
        ]
    }

    /// URL with a scheme, as the format requires; if the request is missing, as much as is known.
    private static func address(_ exchange: CaptureExchange) -> String {
        let url = exchange.url ?? "http://\(exchange.server)/"
        if url.contains("://") { return url }
        return (exchange.method == "CONNECT" ? "https://" : "http://") + url
    }

    private static func headers(_ fields: [HTTPField]) -> JSONValue {
        .array(fields.map { ["name": $0.name.json, "value": $0.value.json] })
    }

    private static func item(_ item: Substring) -> JSONValue {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return [
            "name": String(parts.first ?? "").json, "value": String(parts.count > 1 ? parts[1] : "").json,
        ]
    }

    /// A request has one field for all cookies. A response has one for each, before its attributes.
    private static func cookies(_ fields: [HTTPField], _ name: String, by mark: Character?) -> JSONValue {
        let texts = fields.filter { $0.name.lowercased() == name }.flatMap { field in
            mark.map { field.value.split(separator: $0) } ?? [field.value.prefix { $0 != ";" }]
        }
        return .array(texts.map { item($0.drop { $0 == " " }) })
    }
}
