package import JSON
import LinuxIO

extension SweepFolder {
    /// In a finished cell's folder.
    static let rowsName = "rows.ndjson"
    private static let mostRowBytes = 1 << 30

    /// The row about a finished cell's run; nil if it cannot be read.
    package func runRow(of cell: CellIdentity) throws(SweepError) -> JSONValue? {
        let rows = try rows(of: cell)
        return rows.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first.flatMap {
            try? JSONValue(parsing: Array($0))
        }
    }

    /// Rows of a finished cell.
    package func rows(of cell: CellIdentity) throws(SweepError) -> [UInt8] {
        do throws(SystemCallError) {
            return try WholeFile.read("\(place(of: cell))/\(Self.rowsName)", limit: Self.mostRowBytes)
        } catch {
            throw SweepError("the cell \(cell) cannot be read", error)
        }
    }
}
