/// The rows of a sweep's finished cells, and of those that are still needed.
package struct CellSource: RowSource {
    package static let noun = "cells"

    private let folder: SweepFolder

    package init(_ folder: SweepFolder) {
        self.folder = folder
    }

    package func members() throws(SweepError) -> [CellIdentity] {
        let (header, cells) = (try folder.header(), try folder.cells())
        let progress = SweepProgress(folder, cells, header.until)
        return cells.filter { progress.isFinished($0) || progress.needs($0) }.map(\.identity)
    }

    package func name(of cell: CellIdentity) -> String { cell.text }

    package func read(
        _ cell: CellIdentity,
        _ take: (SplitRows) throws(SweepError) -> Void
    ) throws(SweepError) -> Bool {
        guard let bytes = try? folder.rows(of: cell), let rows = SplitRows(bytes) else { return false }
        try take(rows)
        return true
    }

    package var remarks: [RowRemark] { [] }
}
