package import JSON
import LinuxIO

extension SweepFolder {
    /// In a finished cell's folder.
    static let rowsName = "rows.ndjson"
    private static let mostRowBytes = 1 << 30

    /// The row about a finished cell's run; nil if it cannot be read.
    package func runRow(of cell: CellIdentity) throws(SweepError) -> JSONValue? {
        Self.first(1, of: try rows(of: cell), .run).first
    }

    /// The rows about a finished cell's run and its steps, which come first; nil if that of the run cannot be read.
    package func stepRows(
        of cell: CellIdentity
    ) throws(SweepError) -> (run: JSONValue, steps: [JSONValue])? {
        let rows = try rows(of: cell)
        guard let run = Self.first(1, of: rows, .run).first else { return nil }
        let rest = rows.firstIndex(of: Self.lineEnd).map { rows[($0 + 1)...] } ?? []
        return (run, Self.first(.max, of: rest, .step))
    }

    private static let lineEnd = UInt8(ascii: "\n")

    /// The rows of this kind that stand at the beginning, at most `count`.
    private static func first(_ count: Int, of bytes: some Collection<UInt8>, _ kind: RowKind) -> [JSONValue]
    {
        let start = Array("{\"row\":\"\(kind.rawValue)\"".utf8)
        var (rows, rest): ([JSONValue], _) = ([], bytes[...])
        while rows.count < count, rest.starts(with: start),
            let row = try? JSONValue(parsing: Array(rest.prefix { $0 != lineEnd }))
        {
            rows.append(row)
            guard let end = rest.firstIndex(of: lineEnd) else { break }
            rest = rest[rest.index(after: end)...]
        }
        return rows
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
