import Figures
import JSON
package import Programs
import Reports
package import Sweeps

/// Puts the rows of a sweep's finished cells, or of captures, into tables.
package struct SweepMerging {
    /// Members that are named; the manifest names all.
    private static let mostNamed = 10

    private let folder: String
    private let console: Console
    private let wantsParquet: Bool

    package init(_ folder: String, andParquet wantsParquet: Bool, _ console: Console) {
        self.folder = folder
        self.wantsParquet = wantsParquet
        self.console = console
    }

    package func merge(into path: String?, _ form: RowTables.Form) throws(CommandFailure) -> ExitStatus {
        let captures = RowsFolder(folder)
        return captures.exists
            ? try merge(ShardSource(captures), into: path, form)
            : try merge(CellSource(SweepFolder(folder)), into: path, form)
    }

    private func merge<Source: RowSource>(
        _ source: Source,
        into path: String?,
        _ form: RowTables.Form
    ) throws(CommandFailure) -> ExitStatus {
        var tables = RowTables(at: path ?? "\(folder)/tables", form)
        let claim = try told { () throws(SweepError) in try tables.claim() }
        defer { withExtendedLifetime(claim) {} }
        let counts = try told { () throws(SweepError) in try tables.merge(source) }
        let parquet = ParquetTables(in: tables.path, of: form)
        parquet.remove()
        if wantsParquet { try parquet.write(counts) }
        let rows = RowKind.allCases.map { "\(ByteFormat.grouped(counts.rows[$0, default: 0])) \($0.table)" }
        console.print("\(tables.path.unbroken): \(rows.joined(separator: ", "))")
        tell(counts.remarks)
        if let first = counts.missing.first {
            console.warn(
                "\(ByteFormat.grouped(counts.missing.count)) \(Source.noun) have no rows, for example \(first): "
                    + "not finished, or damaged"
            )
        }
        return counts.missing.isEmpty && !counts.remarks.contains(where: \.isFailure) ? .done : .failed
    }

    private func tell(_ remarks: [RowRemark]) {
        // What failed first: it makes holes.
        let sorted = remarks.filter(\.isFailure) + remarks.filter { !$0.isFailure }
        for remark in sorted.prefix(Self.mostNamed) {
            console.warn("\(remark.member.unbroken): \(remark.text)")
        }
        let rest = sorted.count - Self.mostNamed
        if rest > 0 { console.warn("\(ByteFormat.grouped(rest)) more remarks are in manifest.json") }
    }
}
