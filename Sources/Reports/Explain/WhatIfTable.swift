import Analysis
import Figures
import Wire

/// Changes that would have made a run faster, largest gain first.
struct WhatIfTable {
    private let changes: [WhatIf]

    init(_ changes: [WhatIf]) {
        self.changes = changes
    }

    /// nil if no change is known.
    var section: ReportSection? {
        guard let before = changes.first?.before else { return nil }
        let note = "Unchanged, the simulated steps take \(DurationFormat.text(before.makespan))."
        let columns: [TableColumn<WhatIf>] = [
            .text("", "with") { $0.change.words },
            .number("", "steps take") { DurationFormat.text($0.after.makespan) },
            .number("", "gain") { DurationFormat.text($0.gain) },
            .number("", "", priority: 2) { Self.share($0.gain, before.makespan) },
        ]
        return [
            .heading("what would help, by simulation"), .text(note, indent: 2),
            .table(ReportTable(changes, columns + trials)),
        ]
    }

    /// Results of running the changes.
    private var trials: [TableColumn<WhatIf>] {
        guard changes.contains(where: { $0.trial != nil }) else { return [] }
        return [
            .number("", "measured gain") { change in
                change.trial.map { DurationFormat.text($0.gain) } ?? "not run"
            },
            .number("", "apart") { change in
                guard let trial = change.trial else { return "" }
                return FixedPoint.percent(trial.difference, digits: 1) + (trial.holds ? "" : " !")
            },
        ]
    }

    private static func share(_ gain: Nanoseconds, _ of: Nanoseconds) -> String {
        of > 0 ? FixedPoint.percent(Double(gain) / Double(of), digits: 1) : ""
    }
}
