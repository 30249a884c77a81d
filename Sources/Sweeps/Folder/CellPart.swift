import JSON
import LinuxIO
package import Runs
import Scenarios

/// A cell under way: a folder of its own, which becomes the cell's when it is whole.
package struct CellPart {
    private static let mostResultBytes = 1 << 30

    private let sweep: SweepFolder
    private let cell: PlannedCell
    private let folder: String

    /// Makes the folder; its name tells this process's parts from those of others, also of other machines.
    package init(of cell: PlannedCell, in sweep: SweepFolder) throws(SweepError) {
        self.sweep = sweep
        self.cell = cell
        folder = sweep.allParts.fresh(cell.identity.text)
        do throws(SystemCallError) {
            try Folder.make(folder, mode: 0o700)
        } catch {
            throw SweepError("the cell's folder cannot be created", error)
        }
    }

    /// Where its run is made.
    package var runFolder: String { "\(folder)/run" }

    /// The run's result; nil if it left none that can be read.
    package var result: RunResult? {
        guard
            let bytes = try? WholeFile.read(
                "\(runFolder)/\(RunResult.fileName)",
                limit: Self.mostResultBytes
            ),
            let json = try? JSONValue(parsing: bytes)
        else { return nil }
        return RunResult(json: json)
    }

    /// Makes it a finished cell, with these rows. The run's folder stays if it is `kept`; else only its result does. False if
    /// somebody else has finished the cell meanwhile: then this one is dropped.
    package func finish(_ rows: [UInt8], keepingRun isKept: Bool) throws(SweepError) -> Bool {
        let place = sweep.place(of: cell.identity)
        do throws(SystemCallError) {
            try WholeFile.write("\(folder)/\(SweepFolder.rowsName)", rows)
            if !isKept {
                try WholeFile.rename(
                    "\(runFolder)/\(RunResult.fileName)",
                    to: "\(folder)/\(RunResult.fileName)"
                )
                Folder.removeWhole(runFolder)
            }
            try Folder.make(String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)]), mode: 0o700)
            try WholeFile.rename(folder, to: place)
            return true
        } catch {
            drop()
            if sweep.isFinished(cell.identity) { return false }
            throw SweepError("the cell's result cannot be stored", error)
        }
    }

    package func drop() {
        Folder.removeWhole(folder)
    }
}
