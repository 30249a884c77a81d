import Figures
package import JSON
package import LinkModel
import Theory
import Wire

/// What a 304 spares over each of some lines: bytes both ways and time, beside the whole body and a hit in memory.
package struct ValidationReport: Sendable {
    private static let unknown = "-"
    private static let nameWidth = TextTable.Shrinking(whileOthersLeave: 22, atLeast: 12)

    private let rows: [(profile: LinkProfile, cost: ValidationCost)]
    private let bodyBytes: Int

    package init(_ profiles: [LinkProfile], bodyBytes: Int) {
        self.bodyBytes = bodyBytes
        rows = profiles.map { ($0, ValidationCost(over: $0.link, bodyBytes: bodyBytes)) }
    }

    /// Ends with a line feed.
    package func text(_ style: TerminalStyle) -> String {
        let what = ByteFormat.text(bodyBytes)
        let title = "\(what) whole, asked about (304), and out of memory: IP bytes and time"
            .wrapped(style.width).map { style.accent($0, .bold) }
        let notes = [
            "Whole and 304 each with a connection of their own, set-up included; `open` is a 304 on a connection that is "
                + "open. Over plain HTTP/1.1, simulated packet by packet; what a line loses is one draw of many. A hit in "
                + "memory sends nothing and waits for nothing: what it takes is the machine's (`netlab bench cache`)."
        ].flatMap { $0.wrapped(style.width, indent: 2) }
        return (title + table.lines(style) + [""] + notes).map { $0 + "\n" }.joined()
    }

    private var table: TextTable {
        var name = column(["line"]) { $0.profile.name }
        name.isRightAligned = false
        name.shrinking = Self.nameWidth
        return TextTable(columns: [
            name, column(["whole,", "down"], priority: 4) { bytes($0.cost.body?.down) },
            column(["", "up"], priority: 2) { bytes($0.cost.body?.up) },
            column(["whole,", "time"]) { time($0.cost.body) },
            column(["304,", "down"], priority: 5) { bytes($0.cost.confirmation?.down) },
            column(["", "up"], priority: 2) { bytes($0.cost.confirmation?.up) },
            column(["304,", "time"]) { time($0.cost.confirmation) },
            column(["open,", "down"], priority: 0) { bytes($0.cost.nextConfirmation?.down) },
            column(["", "up"], priority: 0) { bytes($0.cost.nextConfirmation?.up) },
            column(["open,", "time"], priority: 3) { time($0.cost.nextConfirmation) },
            column(["304 spares", "of the time"], priority: 1) { spared($0.cost) },
            column(["memory,", "both ways"], priority: 0) { _ in "0 B" },
        ])
    }

    private func column(
        _ heading: [String],
        priority: Int? = nil,
        _ cell: ((profile: LinkProfile, cost: ValidationCost)) -> String
    ) -> TextTable.Column {
        TextTable.Column(heading: heading, cells: rows.map(cell), priority: priority)
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
