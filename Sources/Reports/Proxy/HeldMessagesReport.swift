import Figures
package import JSON

/// The messages that wait at a running proxy's breakpoints, from its own document.
package struct HeldMessagesReport {
    private struct Row {
        var id: Int
        var number: Int
        var phase: String
        var request: String
        var status: Int?
        var since: String
        var waiting: Int64
    }

    private let rows: [Row]

    /// nil if the document is another one.
    package init?(_ document: JSONValue) {
        guard document["schema"]?.text == "netlab.proxy-held/1" else { return nil }
        rows = (document["held"]?.elements ?? []).map { row in
            Row(
                id: row["id"]?.int ?? 0,
                number: row["number"]?.int ?? 0,
                phase: row["phase"]?.text ?? "",
                request: "\(row["method"]?.text ?? "") \(row["url"]?.text ?? "")".printable,
                status: row["status"]?.int,
                since: row["since"]?.text ?? "",
                waiting: row["waitingNs"]?.int64 ?? 0
            )
        }
    }

    package var document: ReportDocument {
        if rows.isEmpty { return ReportDocument([[.line("nothing is held")]]) }
        let table = ReportTable(
            rows,
            [
                .number("id") { "\($0.id)" },
                .text("phase") { $0.phase },
                .text("request") { $0.request.shortened(to: 80) },
                .number("status", priority: 2) { $0.status.map { "\($0)" } ?? "-" },
                .number("number", priority: 4) { "\($0.number)" },
                .text("since", priority: 3) { String($0.since.dropFirst(11).prefix(8)) },
                .number("waiting", priority: 1) { DurationFormat.text($0.waiting) },
            ],
            indent: 0
        )
        return ReportDocument([[.table(table)]])
    }
}
