import JSON
package import LinuxIO

/// The rows of cells or captures as one table for each kind, and a manifest that says how many rows there are.
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

    /// How many rows each table has, and which members have none.
    package struct Counts: Hashable {
        package var rows: [RowKind: Int] = [:]
        /// Cells or captures with rows.
        package var members = 0
        package var missing: [String] = []
        package var remarks: [RowRemark] = []
    }

    package let path: String
    private let form: Form
    private var counts = Counts()

    package init(at path: String, _ form: Form = .packed) {
        self.path = path
        self.form = form
    }

    /// Keeps others out of the folder, which is made, until the lock is dropped. nil where the file system has no locks.
    package func claim() throws(SweepError) -> MachineLock? {
        try makeFolder()
        do throws(SystemCallError) {
            if let lock = try MachineLock.attempt(on: path) { return lock }
        } catch {
            return nil
        }
        throw SweepError(
            "\(path): another merge is writing these tables",
            advice: "wait for it, or name another folder with --out"
        )
    }

    /// Writes the tables anew; they appear when all rows are there.
    package mutating func merge<Source: RowSource>(_ source: Source) throws(SweepError) -> Counts {
        var source = source
        let members = try source.members()
        try makeFolder()
        var tables: [RowKind: TableWriting] = [:]
        for kind in RowKind.allCases {
            tables[kind] = try TableWriting(to: "\(path)/\(form.fileName(kind))", isPacked: form == .packed)
        }
        for member in members {
            let hasRows = try source.read(member) { rows throws(SweepError) in
                for (kind, bytes) in rows.bytes {
                    counts.rows[kind, default: 0] += rows.counts[kind] ?? 0
                    try tables[kind]?.append(bytes)
                }
            }
            if hasRows { counts.members += 1 } else { counts.missing.append(source.name(of: member)) }
        }
        counts.remarks = source.remarks
        for kind in RowKind.allCases { try tables[kind]?.finish() }
        do throws(SystemCallError) {
            try WholeFile.write("\(path)/manifest.json", Array((manifest(Source.noun).pretty + "\n").utf8))
        } catch {
            throw SweepError("the tables cannot be written", error)
        }
        return counts
    }

    private func makeFolder() throws(SweepError) {
        do throws(SystemCallError) {
            try Folder.make(path, mode: 0o700)
        } catch {
            throw SweepError("the tables cannot be written", error)
        }
    }

    /// What the tables hold, so that a torn one can be told.
    private func manifest(_ noun: String) -> JSONValue {
        let rows = RowKind.allCases.map { kind in
            JSONValue.Member(key: form.fileName(kind), value: counts.rows[kind, default: 0].json)
        }
        return .object([
            .init(key: "schema", value: CellRows.schema.json),
            .init(key: noun, value: counts.members.json),
            .init(key: "missing", value: counts.missing.json),
            .init(key: "remarks", value: counts.remarks.json),
            .init(key: "rows", value: .object(rows)),
        ])
    }
}
