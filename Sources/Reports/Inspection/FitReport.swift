import Figures
package import Inspection
package import JSON

/// A line estimated from a capture, for a reader or (`json`) for a program.
package struct FitReport: Sendable {
    let file: String
    let line: FittedLine

    package init(_ line: FittedLine, file: String) {
        self.line = line
        self.file = file
    }

    package var document: ReportDocument {
        let title = "\(file): the line, as the \(line.place.rawValue)'s side of it saw its packets"
        var sections: [ReportSection] = [[.text(title, hanging: 2)], [.table(table)]]
        let remarks: [ReportElement] = line.remarks.map { .text("note: \($0.words)", hanging: 6) }
        if !remarks.isEmpty { sections.append(ReportSection(remarks)) }
        return ReportDocument(sections)
    }

    private typealias Row = (name: String, value: String, low: String, high: String, about: String)

    private var table: ReportTable {
        var rows: [Row] = [
            Self.row("round trip", line.roundTrip, Self.time, about: "without transmission time, both ways")
        ]
        rows += Self.rows("down", line.down) + Self.rows("up", line.up)
        return ReportTable(
            rows,
            [
                .text { $0.name }, .number("estimate") { $0.value }, .number("from") { $0.low },
                .number("to") { $0.high }, .text(priority: 1) { $0.about },
            ]
        )
    }

    private static func rows(_ name: String, _ direction: FittedLine.Direction) -> [Row] {
        let losses = "\(direction.lost) of \(CountFormat.text(direction.packets, "packet"))"
        var rows = [
            row("\(name) rate", direction.rate, rate, about: "of IP bytes"),
            row("\(name) loss", direction.loss, share, about: losses),
        ]
        if let queue = direction.queue {
            let dropped =
                direction.dropped > 0
                ? ", \(CountFormat.text(direction.dropped, "packet")) dropped" : ", never full"
            rows.append(
                row(
                    "\(name) queue",
                    queue.packets,
                    { FixedPoint.text($0, digits: 0) + " packets" },
                    about: "waits up to \(DurationFormat.text(queue.longestWait))\(dropped)"
                )
            )
        }
        return rows
    }

    private static func row(
        _ name: String,
        _ estimate: LineEstimate?,
        _ text: (Double) -> String,
        about: String
    ) -> Row {
        guard let estimate else { return (name, "not known", "", "", "") }
        return (
            name, estimate.value.map(text) ?? "not known", text(estimate.low),
            estimate.high.map(text) ?? "unlimited", about
        )
    }

    private static func time(_ value: Double) -> String { FixedPoint.text(value / 1e6, digits: 2) + " ms" }
    private static func share(_ value: Double) -> String { FixedPoint.text(100 * value, digits: 2) + " %" }

    private static func rate(_ value: Double) -> String {
        value >= 1e6
            ? FixedPoint.text(value / 1e6, digits: 3) + " Mbit/s"
            : FixedPoint.text(value / 1e3, digits: 1) + " kbit/s"
    }
}

extension FitReport: JSONRepresentable {
    package var json: JSONValue {
        [
            "schema": "netlab.fit/1", "file": file.json, "seenAt": line.place.rawValue.json,
            "roundTripNs": Self.json(line.roundTrip), "down": Self.json(line.down), "up": Self.json(line.up),
            "largestPacket": line.largestPacket.json, "remarks": line.remarks.map(\.words).json,
        ]
    }

    private static func json(_ direction: FittedLine.Direction) -> JSONValue {
        [
            "rateBps": json(direction.rate), "lossRatio": json(direction.loss),
            "packets": direction.packets.json, "lost": direction.lost.json,
            "dropped": direction.dropped.json, "queuePackets": json(direction.queue?.packets),
            "longestWaitNs": (direction.queue?.longestWait).json,
        ]
    }

    private static func json(_ estimate: LineEstimate?) -> JSONValue {
        guard let estimate else { return .null }
        return ["value": estimate.value.json, "low": estimate.low.json, "high": estimate.high.json]
    }
}
