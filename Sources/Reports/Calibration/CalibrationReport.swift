import Figures
package import JSON
import LinkModel
import Runs
import Wire

/// How exact this machine is: downloads over known lines, compared with theory.
package struct CalibrationReport: Sendable {
    package static let schema = "netlab.calibration/1"
    private static let unknown = "-"

    private let lines: [CalibratedLine]

    package init(_ lines: [CalibratedLine]) {
        self.lines = lines
    }

    package var isTrusted: Bool { lines.allSatisfy(\.emulation.isTrusted) }

    package var document: ReportDocument {
        ReportDocument([
            [
                .heading(
                    ReportHeading(
                        "Known lines on this machine, compared with theory",
                        breaking: .strong(hanging: 0)
                    )
                ),
                .table(table),
            ],
            ReportSection(answers.map { .text($0, indent: 2) }),
        ])
    }

    private var table: ReportTable {
        ReportTable(
            lines,
            [
                .text("line") { $0.profile.name },
                .number("down,", "rate", priority: 2) { RateFormat.text($0.profile.link.down.rateBps) },
                .number("", "download", priority: 1) { ByteFormat.text($0.bytes) },
                .number("in", "theory") { time($0.worst?.theory) },
                .number("", "measured") { time($0.worst?.measured) },
                .number("", "off by") { line in
                    line.worst.map { FixedPoint.signedPercent($0.error) } ?? Self.unknown
                },
                .number("late,", "p50", priority: 0) { time($0.emulation.latenessP50) },
                .number("late,", "p99") { time($0.emulation.latenessP99) },
                .number("late,", "most", priority: 0) { time($0.emulation.latenessMax) },
                .text("trusted") { $0.emulation.isTrusted ? "yes" : "no" },
            ]
        )
    }

    private func time(_ time: Nanoseconds?) -> String {
        time.map { DurationFormat.text($0) } ?? Self.unknown
    }

    private var answers: [String] {
        var answers: [String] = []
        let trusted = lines.filter(\.emulation.isTrusted)
        let error = trusted.compactMap { $0.worst.map { abs($0.error) } }.max()
        let late = trusted.compactMap(\.emulation.latenessP99).max()
        if let error, let late {
            answers.append(
                "Downloads here are at most \(FixedPoint.percent(error)) off, and 99 of 100 packets leave the line less than "
                    + "\(DurationFormat.text(late)) late."
            )
        }
        for line in lines {
            guard let why = line.emulation.why else { continue }
            answers.append("\(line.profile.name) cannot be trusted: \(why).")
        }
        if !isTrusted {
            answers.append(
                "Try again when nothing else runs. In virtual time (`--clock virtual`) figures are exact on any machine."
            )
        }
        return answers
    }

    package var json: JSONValue {
        [
            "schema": Self.schema.json, "trusted": isTrusted.json,
            "lines": .array(
                lines.map { line in
                    [
                        "name": line.profile.name.json, "bytes": line.bytes.json,
                        "downloads": .array(
                            line.downloads.map { download in
                                [
                                    "theoryNs": download.theory.json, "measuredNs": download.measured.json,
                                    "error": download.error.json,
                                ]
                            }
                        ),
                        "emulation": line.emulation.json,
                    ]
                }
            ),
        ]
    }
}
