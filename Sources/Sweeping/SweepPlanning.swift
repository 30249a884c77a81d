import Figures
import JSON
import Logs
package import Programs
import Reports
package import ScenarioFormat
import Scenarios
package import Sweeps
import Wire

/// Plans sweeps: as a folder, or as lines on standard output.
package struct SweepPlanning {
    private let loading: SweepLoading
    private let console: Console

    package init(_ loading: SweepLoading, _ console: Console) {
        self.loading = loading
        self.console = console
    }

    package func plan(_ file: String, into path: String?) throws(CommandFailure) -> ExitStatus {
        guard let path else { return try print(loading.load(file)) }
        _ = try folder(for: file, at: path)
        return .done
    }

    /// Makes the sweep's folder, beside nothing else: `NAME-sweep` unless it is named.
    package func folder(for file: String, at path: String?) throws(CommandFailure) -> SweepFolder {
        let sweep = try loading.load(file)
        let folder = Self.place(of: sweep, at: path)
        try Self.write(sweep, SweepLoading.conditions(of: sweep.design), into: folder, console)
        return folder
    }

    package static func place(of sweep: LoadedSweep, at path: String?) -> SweepFolder {
        SweepFolder(path ?? "\(sweep.design.name)-sweep")
    }

    /// Plans the points of these numbers, or all, and says how many cells they are.
    static func write(
        _ sweep: LoadedSweep,
        _ conditions: CellConditions,
        chosen: [Int]? = nil,
        into folder: SweepFolder,
        _ console: Console
    ) throws(CommandFailure) {
        do throws(SweepPlanFailure) {
            let (header, doubles) = try folder.write(sweep, conditions, chosen: chosen)
            let count = CountFormat.text(header.cells, "cell")
            let left = doubles == 0 ? "" : ", \(ByteFormat.grouped(doubles)) more duplicate others"
            console.note("\(folder.path.unbroken): \(count) in \(conditions.clock.rawValue) time\(left)")
        } catch {
            throw CommandFailure(error)
        }
    }

    private func print(_ sweep: LoadedSweep) throws(CommandFailure) -> ExitStatus {
        let conditions = try SweepLoading.conditions(of: sweep.design)
        var lines = JSONLines<PlannedCell>()
        do throws(SweepPlanFailure) {
            _ = try CellPlanner(sweep, conditions).plan { cell, _ in
                lines.append(cell)
                guard lines.bytes.count > 1 << 16 else { return }
                console.write(lines.bytes)
                lines.removeAll()
            }
        } catch {
            throw CommandFailure(error)
        }
        console.write(lines.bytes)
        return .done
    }
}
