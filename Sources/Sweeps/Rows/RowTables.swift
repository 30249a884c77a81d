import JSON
import LinuxIO

/// The rows of finished cells as one file for each kind: `transfers.ndjson`, and a manifest that says how many there are.
package struct RowTables {
    /// How many rows each table has, and the cells without any.
    package struct Counts: Hashable {
        package var rows: [RowKind: Int] = [:]
        package var cells = 0
        package var missing: [CellIdentity] = []
    }

    /// Bytes of a table that are written at once.
    private static let piece = 4 << 20

    package let path: String
    private var pending: [RowKind: [UInt8]] = [:]
    private var counts = Counts()

    package init(at path: String) {
        self.path = path
    }

    /// Writes the tables anew; they appear when all rows are there.
    package mutating func merge(_ folder: SweepFolder) throws(SweepError) -> Counts {
        let cells = try folder.cells()
        do throws(SystemCallError) {
            try Folder.make(path, mode: 0o700)
            for kind in RowKind.allCases { WholeFile.remove(part(kind)) }
            for cell in cells { try add(folder, cell.identity) }
            for kind in RowKind.allCases {
                try flush(kind)
                try WholeFile.rename(part(kind), to: "\(path)/\(kind.table).ndjson")
            }
            try WholeFile.write("\(path)/manifest.json", Array((manifest.pretty + "\n").utf8))
        } catch {
            throw SweepError("the tables cannot be written", error)
        }
        return counts
    }

    private func part(_ kind: RowKind) -> String { "\(path)/\(kind.table).ndjson.part" }

    private mutating func add(_ folder: SweepFolder, _ cell: CellIdentity) throws(SystemCallError) {
        guard let rows = try? folder.rows(of: cell), let split = SplitRows(rows) else {
            counts.missing.append(cell)
            return
        }
        counts.cells += 1
        for (kind, bytes) in split.bytes {
            pending[kind, default: []] += bytes
            counts.rows[kind, default: 0] += split.counts[kind] ?? 0
            if (pending[kind]?.count ?? 0) > Self.piece { try flush(kind) }
        }
    }

    private mutating func flush(_ kind: RowKind) throws(SystemCallError) {
        try WholeFile.append(part(kind), pending[kind] ?? [])
        pending[kind]?.removeAll(keepingCapacity: true)
    }

    /// What the tables hold, so that a torn one can be told.
    private var manifest: JSONValue {
        let rows = RowKind.allCases.map { kind in
            JSONValue.Member(key: "\(kind.table).ndjson", value: counts.rows[kind, default: 0].json)
        }
        return [
            "schema": CellRows.schema.json, "cells": counts.cells.json,
            "missing": counts.missing.map(\.text).json, "rows": .object(rows),
        ]
    }
}
