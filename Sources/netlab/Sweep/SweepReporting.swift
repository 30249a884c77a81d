import Figures
import JSON
import LinuxIO
import Reports
import Scenarios
import Sweeps
import Wire

/// Draws a sweep's finished cells as a page for a browser.
struct SweepReporting {
    private let folder: SweepFolder
    private let console: Console

    init(_ folder: SweepFolder, _ console: Console) {
        self.folder = folder
        self.console = console
    }

    func write(to file: String?) throws(CommandFailure) -> ExitStatus {
        let (header, cells) = try told { () throws(SweepError) in (try folder.header(), try folder.cells()) }
        let progress = SweepProgress(folder, cells, header.until)
        let predictions = try told { () throws(SweepError) in try folder.predictions() }
        let axes = SweepAxes(of: cells, and: predictions)
        var measured: [CellIdentity: Nanoseconds] = [:]
        var (drawn, missing): ([SweepPage.Cell], [String]) = ([], [])
        for cell in cells where progress.isFinished(cell) || progress.needs(cell) {
            if let found = self.cell(cell, axes) {
                drawn.append(found)
                if !predictions.isEmpty { measured[cell.identity] = found.makespan }
            } else {
                missing.append(cell.identity.text)
            }
        }
        let page = SweepPage(
            title: header.name,
            about: header.conditions.sentence,
            axes: axes.all.map { SweepPage.Axis(key: $0.key, values: $0.values) },
            cells: drawn,
            predictions: predictions.map { prediction in
                SweepPage.Prediction(
                    places: axes.places(of: prediction),
                    makespan: prediction.makespan,
                    measured: prediction.identity.flatMap { measured[$0] }
                )
            },
            missing: missing
        )
        let place = file ?? "\(folder.path)/\(SweepPage.fileName)"
        do throws(SystemCallError) {
            try WholeFile.write(place, page.bytes)
        } catch {
            throw CommandFailure(.failed, "the page cannot be written: \(error)")
        }
        console.print(place)
        return .done
    }

    /// nil if it is not finished, or its rows cannot be read.
    private func cell(_ cell: PlannedCell, _ axes: SweepAxes) -> SweepPage.Cell? {
        guard let row = try? folder.runRow(of: cell.identity), let makespan = row["makespanNs"]?.int64 else {
            return nil
        }
        return SweepPage.Cell(
            places: axes.places(of: cell),
            makespan: makespan,
            wireBytes: (row["wireDownBytes"]?.int ?? 0) + (row["wireUpBytes"]?.int ?? 0),
            requests: row["requests"]?.int ?? 0,
            failedTransfers: row["failedTransfers"]?.int ?? 0
        )
    }
}
