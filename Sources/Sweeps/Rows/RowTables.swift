import JSON
import LinuxIO

/// The rows of finished cells as one table for each kind, and a manifest that says how many rows there are.
package struct RowTables {
    /// How tables are written.
    package enum Form: Hashable, Sendable {
        /// `transfers.ndjson.zst`: a fifteenth of the bytes.
        case packed
        /// `transfers.ndjson`
        case plain

        package func fileName(_ kind: RowKind) -> String {
            self == .packed ? "\(kind.table).ndjson.zst" : "\(kind.table).ndjson"
        }
    }

    /// How many rows each table has, and the cells without any.
    package struct Counts: Hashable {
        package var rows: [RowKind: Int] = [:]
        package var cells = 0
        package var missing: [CellIdentity] = []
    }

    package let path: String
    private let form: Form
    private var counts = Counts()

    package init(at path: String, _ form: Form = .packed) {
        self.path = path
        self.form = form
    }

    /// Writes the tables anew; they appear when all rows are there.
    package mutating func merge(_ folder: SweepFolder) throws(SweepError) -> Counts {
        let (header, cells) = (try folder.header(), try folder.cells())
        let progress = SweepProgress(folder, cells, header.until)
        do throws(SystemCallError) {
            try Folder.make(path, mode: 0o700)
        } catch {
            throw SweepError("the tables cannot be written", error)
        }
        var tables: [RowKind: TableWriting] = [:]
        for kind in RowKind.allCases {
            tables[kind] = try TableWriting(to: "\(path)/\(form.fileName(kind))", isPacked: form == .packed)
        }
        for cell in cells where progress.isFinished(cell) || progress.needs(cell) {
            guard let rows = try? folder.rows(of: cell.identity), let split = SplitRows(rows) else {
                counts.missing.append(cell.identity)
                continue
            }
            counts.cells += 1
            for (kind, bytes) in split.bytes {
                counts.rows[kind, default: 0] += split.counts[kind] ?? 0
                try tables[kind]?.append(bytes)
            }
        }
        for kind in RowKind.allCases { try tables[kind]?.finish() }
        do throws(SystemCallError) {
            try WholeFile.write("\(path)/manifest.json", Array((manifest.pretty + "\n").utf8))
        } catch {
            throw SweepError("the tables cannot be written", error)
        }
        return counts
    }

    /// What the tables hold, so that a torn one can be told.
    private var manifest: JSONValue {
        let rows = RowKind.allCases.map { kind in
            JSONValue.Member(key: form.fileName(kind), value: counts.rows[kind, default: 0].json)
        }
        return [
            "schema": CellRows.schema.json, "cells": counts.cells.json,
            "missing": counts.missing.map(\.text).json, "rows": .object(rows),
        ]
    }
}
