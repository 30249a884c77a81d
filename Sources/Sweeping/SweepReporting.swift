import Figures
import JSON
import LinuxIO
package import Programs
import Reports
import ScenarioFormat
import Scenarios
package import Sweeps
import Wire

/// Draws a sweep's finished cells as a page for a browser.
package struct SweepReporting {
    private let folder: SweepFolder
    private let console: Console

    package init(_ folder: SweepFolder, _ console: Console) {
        self.folder = folder
        self.console = console
    }

    package func write(to file: String?) throws(CommandFailure) -> ExitStatus {
        let (header, cells) = try told { () throws(SweepError) in (try folder.header(), try folder.cells()) }
        let progress = SweepProgress(folder, cells, header.until)
        let predictions = try told { () throws(SweepError) in try folder.predictions() }
        let axes = SweepAxes(of: cells, and: predictions)
        var measured: [CellIdentity: Nanoseconds] = [:]
        var (drawn, missing): ([SweepPage.Cell], [String]) = ([], [])
        var steps: [String] = []
        for step in predictions.flatMap(\.steps) where !steps.contains(step.name) { steps.append(step.name) }
        for cell in cells where progress.isFinished(cell) || progress.needs(cell) {
            if let (found, names) = self.cell(cell, axes) {
                drawn.append(found)
                steps += names.filter { !steps.contains($0) }
                if !predictions.isEmpty { measured[cell.identity] = found.makespan }
            } else {
                missing.append(cell.identity.text)
            }
        }
        let page = SweepPage(
            title: header.name,
            about: header.conditions.sentence,
            axes: axes.all.map(Self.axis),
            cells: drawn,
            predictions: predictions.map { prediction in
                SweepPage.Prediction(
                    places: axes.places(of: prediction),
                    makespan: prediction.makespan,
                    measured: prediction.identity.flatMap { measured[$0] },
                    steps: Self.steps(of: prediction)
                )
            },
            missing: missing,
            steps: steps
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

    private static func axis(_ axis: SweepAxis) -> SweepPage.Axis {
        let numbers = axis.values.compactMap { ScenarioSetting(key: axis.key, value: $0).number }
        return SweepPage.Axis(
            key: axis.key,
            values: axis.values,
            numbers: numbers.count == axis.values.count ? numbers : nil
        )
    }

    private static func steps(of prediction: CellPrediction) -> [String: Nanoseconds] {
        let known = prediction.steps.compactMap { step in step.makespan.map { (step.name, $0) } }
        return Dictionary(known) { first, _ in first }
    }

    /// With the names of its steps, in order; nil if it is not finished, or its rows cannot be read.
    private func cell(_ cell: PlannedCell, _ axes: SweepAxes) -> (cell: SweepPage.Cell, steps: [String])? {
        guard let (row, lines) = try? folder.stepRows(of: cell.identity),
            let makespan = row["makespanNs"]?.int64
        else { return nil }
        let steps = lines.compactMap { step -> (String, SweepPage.Step)? in
            guard let name = step["step"]?.text, let makespan = step["makespanNs"]?.int64 else { return nil }
            return (name, SweepPage.Step(makespan: makespan, requests: step["requests"]?.int ?? 0))
        }
        let drawn = SweepPage.Cell(
            places: axes.places(of: cell),
            makespan: makespan,
            wireBytes: (row["wireDownBytes"]?.int ?? 0) + (row["wireUpBytes"]?.int ?? 0),
            requests: row["requests"]?.int ?? 0,
            failedTransfers: row["failedTransfers"]?.int ?? 0,
            steps: Dictionary(steps) { first, _ in first }
        )
        return (drawn, steps.map(\.0))
    }
}
