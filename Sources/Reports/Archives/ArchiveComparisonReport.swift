package import Archives
import Figures
package import JSON
import Wire

/// Two sessions of a proxy or a browser, compared exchange by exchange.
package struct ArchiveComparisonReport {
    private static let unknown = "-"

    private let rows: [(pair: ArchiveComparison.Pair, differences: [ArchiveComparison.Difference])]
    private let names: (before: String, after: String)
    /// Exchanges may be slower by this share; nil does not judge time.
    private let tolerance: Double?

    package init(_ comparison: ArchiveComparison, _ before: String, _ after: String, tolerance: Double?) {
        rows = comparison.pairs.map { ($0, ArchiveComparison.differences($0)) }
        names = (before, after)
        self.tolerance = tolerance
    }

    /// Nothing is missing, no status or body differs, and nothing is slower than tolerated.
    package var isAlike: Bool {
        rows.allSatisfy { row in
            !isSlower(row.pair) && row.differences.allSatisfy { if case .field = $0 { true } else { false } }
        }
    }

    private func isSlower(_ pair: ArchiveComparison.Pair) -> Bool {
        guard let tolerance, let before = pair.before?.duration, let after = pair.after?.duration else {
            return false
        }
        return Double(after) > Double(before) * (1 + tolerance)
    }

    // MARK: Text

    package var document: ReportDocument {
        let longest = rows.flatMap { [$0.pair.before, $0.pair.after] }.compactMap { $0?.duration }.max() ?? 0
        func time(_ entry: ArchiveEntry?) -> String {
            entry?.duration.map { DurationFormat.text($0, like: longest) } ?? Self.unknown
        }
        let table = ReportTable(
            rows,
            [
                .text("request") { "\($0.pair.method) \($0.pair.url)".printable.shortened(to: 60) },
                .number("status", priority: 4) { Self.both($0.pair) { "\($0.response.status)" } },
                .number("body", priority: 3) {
                    Self.both($0.pair) { ByteFormat.text($0.response.bodyBytes ?? 0) }
                },
                .number("before", priority: 2) { time($0.pair.before) },
                .number("after", priority: 1) { time($0.pair.after) },
                .text("differs in") {
                    (Self.words($0.differences) + (isSlower($0.pair) ? ["time"] : [])).joined(separator: ", ")
                },
            ],
            indent: 0
        )
        return ReportDocument([
            [.line("\(names.before) beside \(names.after)"), .table(table)], [.line(summary)],
        ])
    }

    private static func both(
        _ pair: ArchiveComparison.Pair,
        _ text: (ArchiveEntry) -> String
    ) -> String {
        let (before, after) = (pair.before.map(text), pair.after.map(text))
        return before == after ? before ?? "" : "\(before ?? unknown) > \(after ?? unknown)"
    }

    /// Status and sizes have columns of their own.
    private static func words(_ differences: [ArchiveComparison.Difference]) -> [String] {
        differences.map { difference in
            switch difference {
            case .missing: "missing in the second"
            case .added: "only in the second"
            case .status: "status"
            case .content(let before, let after): before == after ? "body (same length, other bytes)" : "body"
            case .field(let name, _, _): name.printable
            }
        }
    }

    private var summary: String {
        let different = rows.filter { !$0.differences.isEmpty }.count
        let slower = rows.filter { isSlower($0.pair) }.count
        let judged = tolerance.map { ", \(slower) slower by more than \(FixedPoint.percent($0, digits: 0))" }
        return "\(CountFormat.text(rows.count, "exchange")), \(different) of which differ\(judged ?? "")"
    }

    // MARK: JSON

    package var json: JSONValue {
        [
            "schema": "netlab.sessions/1", "before": names.before.json, "after": names.after.json,
            "alike": isAlike.json, "tolerance": tolerance.json,
            "exchanges": .array(
                rows.map { row in
                    [
                        "method": row.pair.method.json, "url": row.pair.url.json,
                        "before": Self.json(row.pair.before), "after": Self.json(row.pair.after),
                        "slower": isSlower(row.pair).json,
                        "differences": .array(row.differences.map(Self.json)),
                    ]
                }
            ),
        ]
    }

    private static func json(_ entry: ArchiveEntry?) -> JSONValue {
        guard let entry else { return .null }
        return [
            "status": entry.response.status.json, "bodyBytes": entry.response.bodyBytes.json,
            "durationNs": entry.duration.json,
        ]
    }

    private static func json(_ difference: ArchiveComparison.Difference) -> JSONValue {
        switch difference {
        case .missing: ["kind": "missing"]
        case .added: ["kind": "added"]
        case .status(let before, let after): ["kind": "status", "before": before.json, "after": after.json]
        case .content(let before, let after): ["kind": "content", "before": before.json, "after": after.json]
        case .field(let name, let before, let after):
            ["kind": "field", "name": name.json, "before": before.json, "after": after.json]
        }
    }
}
