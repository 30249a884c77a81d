import Analysis
import Figures
package import JSON
import Wire

/// A request that a running proxy has sent again, from its own document.
package struct RepeatedRequestReport {
    /// So many results are shown one by one.
    private static let most = 50

    private struct Row {
        var number: Int
        var status: Int
        var bytes: Int
        var duration: Nanoseconds
        var wait: Nanoseconds?
        var isReused: Bool
        var failure: String?
    }

    private let title: String
    private let rows: [Row]

    /// nil if the document is another one.
    package init?(_ document: JSONValue) {
        guard document["schema"]?.text == "netlab.proxy-repeat/1" else { return nil }
        let request = "\(document["method"]?.text ?? "") \(document["url"]?.text ?? "")".printable
        title = "request \(document["number"]?.int ?? 0) again: \(request)"
        rows = (document["results"]?.elements ?? []).enumerated().map { index, row in
            Row(
                number: index + 1,
                status: row["status"]?.int ?? 0,
                bytes: row["bytes"]?.int ?? 0,
                duration: row["durationNs"]?.int64 ?? 0,
                wait: row["waitNs"]?.int64,
                isReused: row["keptAlive"]?.flag ?? false,
                failure: row["failure"]?.text
            )
        }
    }

    package var document: ReportDocument {
        let longest = rows.map(\.duration).max() ?? 0
        let table = ReportTable(
            rows,
            [
                .number("") { "\($0.number)" },
                .number("status") { $0.status == 0 ? "-" : "\($0.status)" },
                .number("body", priority: 3) { ByteFormat.text($0.bytes) },
                .number("wait", priority: 2) {
                    $0.wait.map { DurationFormat.text($0, like: longest) } ?? "-"
                },
                .number("time") { DurationFormat.text($0.duration, like: longest) },
                .text("connection", priority: 1) { $0.failure?.printable ?? ($0.isReused ? "kept" : "new") },
            ],
            indent: 0
        )
        let summary = ReportTerms(terms)
        if rows.count == 1 { return ReportDocument([[.line(title), .table(table)]]) }
        return ReportDocument(
            rows.count <= Self.most
                ? [[.line(title), .table(table)], [.terms(summary)]] : [[.line(title), .terms(summary)]]
        )
    }

    private var terms: [ReportTerm] {
        var counts: [String: Int] = [:]
        for row in rows { counts[row.status == 0 ? "no response" : "\(row.status)", default: 0] += 1 }
        let statuses = counts.sorted { $0.key < $1.key }.map { "\($0.key): \(ByteFormat.grouped($0.value))" }
        let times = rows.map(\.duration).sorted()
        let longest = times.last ?? 0
        let marks = [(50, "median"), (95, "95 %"), (99, "99 %")].compactMap { share, word in
            NearestRank.value(Double(share), of: times).map {
                "\(word) \(DurationFormat.text($0))"
            }
        }
        let ends = times.isEmpty ? [] : ["shortest \(DurationFormat.text(times[0]))"]
        let last = times.isEmpty ? [] : ["longest \(DurationFormat.text(longest))"]
        return [
            ReportTerm("statuses", meaning: statuses.joined(separator: ", ")),
            ReportTerm("time", meaning: (ends + marks + last).joined(separator: ", ")),
        ]
    }
}
