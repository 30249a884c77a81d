import Figures
import JSON
import Reports
import Sweeps

/// Puts the rows of a sweep's finished cells into tables.
struct SweepMerging {
    private let folder: SweepFolder
    private let console: Console

    init(_ folder: SweepFolder, _ console: Console) {
        self.folder = folder
        self.console = console
    }

    func merge(into path: String?, _ form: RowTables.Form) throws(CommandFailure) -> ExitStatus {
        var tables = RowTables(at: path ?? "\(folder.path)/tables", form)
        let counts = try told { () throws(SweepError) in try tables.merge(folder) }
        let rows = RowKind.allCases.map { "\(ByteFormat.grouped(counts.rows[$0, default: 0])) \($0.table)" }
        console.print("\(tables.path.unbroken): \(rows.joined(separator: ", "))")
        guard let first = counts.missing.first else { return .done }
        console.warn(
            "\(ByteFormat.grouped(counts.missing.count)) cells have no rows, \(first) is one: not finished, or damaged"
        )
        return .failed
    }
}
