import Analysis
import Figures
import Wire

/// What would have made a run faster, the largest gain first.
struct WhatIfTable {
    private let changes: [WhatIf]

    init(_ changes: [WhatIf]) {
        self.changes = changes
    }

    func lines(_ style: TerminalStyle) -> [String] {
        guard let before = changes.first?.before else { return [] }
        let table = TextTable(
            columns: [
                TextTable.Column(
                    heading: ["", "with"],
                    cells: changes.map(\.change.words),
                    isRightAligned: false
                ),
                column("steps take", { $0.after.makespan }),
                column("gain", { $0.gain }),
                TextTable.Column(
                    heading: ["", ""],
                    cells: changes.map { Self.share($0.gain, before.makespan) },
                    priority: 2
                ),
                column("transfers, added up", { $0.after.sum }, priority: 1),
            ] + trials
        )
        let head = "what would help, by the simulator"
        let note =
            "As it is the simulator makes it \(DurationFormat.text(before.makespan)) for the steps, "
            + "\(DurationFormat.text(before.sum)) for the transfers added up."
        return [style.accent(head, .bold)] + note.wrapped(style.width, indent: 2) + table.lines(style)
    }

    /// What came of running them.
    private var trials: [TextTable.Column] {
        guard changes.contains(where: { $0.trial != nil }) else { return [] }
        let trials = changes.map(\.trial)
        return [
            TextTable.Column(
                heading: ["", "measured gain"],
                cells: trials.map { $0.map { DurationFormat.text($0.gain) } ?? "not run" }
            ),
            TextTable.Column(
                heading: ["", "apart"],
                cells: trials.map { trial in
                    guard let trial else { return "" }
                    return FixedPoint.percent(trial.difference, digits: 1) + (trial.holds ? "" : " !")
                }
            ),
        ]
    }

    private func column(
        _ heading: String,
        _ value: (WhatIf) -> Nanoseconds,
        priority: Int? = nil
    ) -> TextTable.Column {
        TextTable.Column(
            heading: ["", heading],
            cells: changes.map { DurationFormat.text(value($0)) },
            priority: priority
        )
    }

    private static func share(_ gain: Nanoseconds, _ of: Nanoseconds) -> String {
        of > 0 ? FixedPoint.percent(Double(gain) / Double(of), digits: 1) : ""
    }
}
