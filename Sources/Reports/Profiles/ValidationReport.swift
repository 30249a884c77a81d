import Figures
package import JSON
package import LinkModel
import Theory
import Wire

/// What a 304 saves over several lines: bytes both ways and time, compared with the whole body and a memory
/// hit.
package struct ValidationReport: Sendable {
    private static let unknown = "-"
    private static let nameWidth = ReportColumn.Shrinking(preferred: 22, atLeast: 12)

    private let rows: [(profile: LinkProfile, cost: ValidationCost)]
    private let bodyBytes: Int

    package init(_ profiles: [LinkProfile], bodyBytes: Int) {
        self.bodyBytes = bodyBytes
        rows = profiles.map { ($0, ValidationCost(over: $0.link, bodyBytes: bodyBytes)) }
    }

    package var document: ReportDocument {
        let title =
            "\(ByteFormat.text(bodyBytes)) fetched whole, revalidated (304), and from memory: IP bytes and time"
        let note =
            "Whole and 304 each use a new connection, and include its set-up; `open` is a 304 on a connection that is already "
            + "open. All use plain HTTP/1.1, simulated packet by packet; the losses of a line are one random draw. A hit in "
            + "memory sends nothing: its time depends only on the machine (`netlab bench cache`)."
        return ReportDocument([
            [.heading(ReportHeading(title, breaking: .strong(hanging: 0))), .table(table)],
            [.text(note, indent: 2)],
        ])
    }

    private var table: ReportTable {
        ReportTable(
            rows,
            [
                .text("line", shrinking: Self.nameWidth) { $0.profile.name },
                .number("whole,", "down", priority: 4) { bytes($0.cost.body?.down) },
                .number("", "up", priority: 2) { bytes($0.cost.body?.up) },
                .number("whole,", "time") { time($0.cost.body) },
                .number("304,", "down", priority: 5) { bytes($0.cost.confirmation?.down) },
                .number("", "up", priority: 2) { bytes($0.cost.confirmation?.up) },
                .number("304,", "time") { time($0.cost.confirmation) },
                .number("open,", "down", priority: 0) { bytes($0.cost.nextConfirmation?.down) },
                .number("", "up", priority: 0) { bytes($0.cost.nextConfirmation?.up) },
                .number("open,", "time", priority: 3) { time($0.cost.nextConfirmation) },
                .number("304 spares", "of the time", priority: 1) { spared($0.cost) },
                .number("memory,", "both ways", priority: 0) { _ in "0 B" },
            ]
        )
    }

    private func bytes(_ bytes: Int?) -> String { bytes.map(ByteFormat.text) ?? Self.unknown }

    private func time(_ cost: ValidationCost.Cost?) -> String {
        cost.map { DurationFormat.text($0.time) } ?? Self.unknown
    }

    private func spared(_ cost: ValidationCost) -> String {
        guard let whole = cost.body?.time, let asked = cost.confirmation?.time, whole > 0 else {
            return Self.unknown
        }
        return FixedPoint.percent(1 - Double(asked) / Double(whole), digits: 2)
    }

    package var json: JSONValue {
        [
            "schema": "netlab.validation/1", "bodyBytes": bodyBytes.json,
            "profiles": .array(
                rows.map { row in
                    [
                        "name": row.profile.name.json, "whole": Self.json(row.cost.body),
                        "notModified": Self.json(row.cost.confirmation),
                        "notModifiedOnOpenConnection": Self.json(row.cost.nextConfirmation),
                        "memoryHit": ["downBytes": .integer(0), "upBytes": .integer(0), "ns": .integer(0)],
                    ]
                }
            ),
        ]
    }

    private static func json(_ cost: ValidationCost.Cost?) -> JSONValue {
        guard let cost else { return .null }
        return ["downBytes": cost.down.json, "upBytes": cost.up.json, "ns": cost.time.json]
    }
}
