import JSON
package import Scenarios

/// How far a sweep is, by its results: which cells are finished, and which nobody needs any more since their combination's
/// median is known.
package struct SweepProgress {
    /// Cells that differ in their seeds alone.
    private struct Combination: Hashable {
        var scenario: String
        var settings: [ScenarioSetting]

        init(_ cell: PlannedCell) {
            scenario = cell.scenario
            settings = cell.settings
        }
    }

    private let folder: SweepFolder
    private let rule: StopRule?
    private var finished: Set<CellIdentity> = []
    /// Makespans in nanoseconds; empty without a rule.
    private var figures: [Combination: [Double]] = [:]

    package init(_ folder: SweepFolder, _ cells: [PlannedCell], _ rule: StopRule?) {
        self.folder = folder
        self.rule = rule
        for cell in cells where folder.isFinished(cell.identity) { note(cell) }
    }

    /// Reads the result of a cell that is finished now.
    package mutating func note(_ cell: PlannedCell) {
        guard finished.insert(cell.identity).inserted, rule != nil else { return }
        guard let makespan = try? folder.runRow(of: cell.identity)?["makespanNs"]?.int64 else { return }
        figures[Combination(cell), default: []].append(Double(makespan))
    }

    package func isFinished(_ cell: PlannedCell) -> Bool { finished.contains(cell.identity) }

    /// False for a cell that is finished, and for one whose combination is known well enough.
    package func needs(_ cell: PlannedCell) -> Bool {
        guard !isFinished(cell) else { return false }
        guard let rule, let figures = figures[Combination(cell)] else { return true }
        return !rule.isMet(by: figures)
    }

    /// How many of these cells are finished, and how many are not and need not be.
    package func counts(of cells: [PlannedCell]) -> (finished: Int, spared: Int) {
        let done = cells.count(where: isFinished)
        return (done, cells.count { !isFinished($0) && !needs($0) })
    }
}
