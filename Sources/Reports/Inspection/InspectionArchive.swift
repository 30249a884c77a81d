import Analysis
import Archives
import Figures
import HTTP
import Inspection
package import JSON
import Wire

/// An inspection's responses as an HTTP archive, version 1.2.
package struct InspectionArchive {
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
                    ("entries", .elements(exchanges.count) { .value(Self.entry(exchanges[$0], names).json) }),
                    ("comment", .value(report.file.json)),
                ])
            )
        ])
    }

    private static func entry(_ exchange: CaptureExchange, _ names: NameWaits) -> ArchiveEntry {
        let sent = exchange.requestSent ?? exchange.firstByte ?? 0
        let opened = min(sent, exchange.handshake?.syn ?? exchange.quicOpening?.start ?? sent)
        let lookup = exchange.handshake.flatMap { _ in
            names.wait(before: opened, exchange.client, exchange.server)
        }
        let start = min(opened, lookup?.asked ?? opened)
        var entry = ArchiveEntry(started: start, request: request(exchange), response: response(exchange))
        entry.timings = timings(exchange, from: opened, behind: lookup)
        entry.serverAddress = "\(exchange.server.address)"
        entry.connection = exchange.connection.label
        entry.details = [
            "stream": exchange.stream.json, "quic": exchange.connection.quic.json,
            "order": exchange.order.json,
            "durationNs": exchange.duration.json, "speedBps": exchange.speedBps.json,
            "retransmittedBytes": exchange.retransmittedBytes.json,
            "wireDownBytes": exchange.wireDownBytes.json, "wireUpBytes": exchange.wireUpBytes.json,
            "firstPacket": exchange.firstPacket.json, "lastPacket": exchange.lastPacket.json,
            "complete": exchange.isComplete.json,
        ]
        return entry
    }

    /// `start` is when the connection was opened, if the exchange opened one.
    private static func timings(
        _ exchange: CaptureExchange,
        from start: Int64,
        behind lookup: NameWaits.Wait?
    ) -> ArchiveTimings {
        let sent = exchange.requestSent ?? exchange.firstByte ?? start
        let ready = exchange.handshake.flatMap { $0.ack ?? $0.synAck } ?? exchange.quicOpening?.end
        let opened = ready.map { min($0, sent) }
        let isSecure = exchange.url?.hasPrefix("https:") == true
        let connected = isSecure && opened != nil ? sent : opened
        let idle = sent - (connected ?? start) + (lookup.map { max(0, start - $0.answered) } ?? 0)
        let first = exchange.firstByte ?? sent
        var timings = ArchiveTimings()
        timings.blocked = idle > 0 ? idle : nil
        timings.lookup = lookup.map { max(0, $0.answered - $0.asked) }
        timings.connect = connected.map { max(0, $0 - start) }
        timings.secure = isSecure ? opened.map { max(0, sent - $0) } : nil
        timings.send = 0
        timings.wait = max(0, first - sent)
        timings.receive = max(0, (exchange.lastByte ?? first) - max(first, sent))
        return timings
    }

    private static func request(_ exchange: CaptureExchange) -> ArchiveRequest {
        var request = ArchiveRequest(method: exchange.method ?? "", url: address(exchange))
        request.version = exchange.version ?? ""
        request.fields = exchange.requestFields.map(Array.init) ?? []
        request.headerBytes = exchange.requestHeaderBytes
        request.bodyBytes = exchange.requestBodyBytes
        return request
    }

    private static func response(_ exchange: CaptureExchange) -> ArchiveResponse {
        var response = ArchiveResponse(status: exchange.status ?? 0)
        response.version = exchange.version ?? ""
        response.fields = exchange.responseFields.map(Array.init) ?? []
        response.headerBytes = exchange.headerBytes
        response.bodyBytes = exchange.bodyBytes
        response.decodedBytes = exchange.decodedBytes
        response.savedBytes = exchange.isDecoded ? exchange.decodedBytes - exchange.bodyBytes : 0
        response.mediaType = exchange.mediaType
        return response
    }

    /// URL with a scheme, as the format requires; if the request is missing, as much as is known.
    private static func address(_ exchange: CaptureExchange) -> String {
        let url = exchange.url ?? "http://\(exchange.server)/"
        if url.contains("://") { return url }
        return (exchange.method == "CONNECT" ? "https://" : "http://") + url
    }
}
