import Figures
package import JSON

/// The newest requests of a running proxy, from its own document.
package struct PassedRequestsReport {
    private struct Row {
        var number: Int
        var request: String
        var status: Int
        var bytes: Int
        var duration: Int64?
    }

    private let rows: [Row]

    /// nil if the document is another one.
    package init?(_ document: JSONValue) {
        guard document["schema"]?.text == "netlab.proxy-requests/1" else { return nil }
        rows = (document["requests"]?.elements ?? []).map { row in
            Row(
                number: row["number"]?.int ?? 0,
                request: "\(row["method"]?.text ?? "") \(row["url"]?.text ?? "")".printable,
                status: row["status"]?.int ?? 0,
                bytes: row["bytes"]?.int ?? 0,
                duration: row["durationNs"]?.int64
            )
        }
    }

    package var document: ReportDocument {
        if rows.isEmpty { return ReportDocument([[.line("no request has passed through the proxy yet")]]) }
        let table = ReportTable(
            rows,
            [
                .number("number") { "\($0.number)" },
                .text("request") { $0.request.shortened(to: 80) },
                .number("status", priority: 2) { $0.status == 0 ? "-" : "\($0.status)" },
                .number("body", priority: 3) { ByteFormat.text($0.bytes) },
                .number("time", priority: 1) { $0.duration.map { DurationFormat.text($0) } ?? "cut short" },
            ],
            indent: 0
        )
        return ReportDocument([[.table(table)]])
    }
}
