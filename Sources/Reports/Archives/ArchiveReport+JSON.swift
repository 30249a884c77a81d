import Archives
import Figures
package import JSON
import Wire

extension ArchiveReport {
    /// The document of an inspection. Times count from the first exchange, `startedAt`. What only packets tell is
    /// null, and there are no flows and no handshakes.
    var draft: JSONDraft {
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
