import LinuxIO
import Programs
import Reports
import Sweeps

/// Makes Parquet of merged tables, by DuckDB's package for Python: nothing that netlab is built with writes it.
struct ParquetTables {
    /// Takes the folder and, for each table, its file, its name and its rows. All columns are looked at before their types
    /// are decided: the first cells may have nothing in one. A table with fewer rows than were written is a failure.
    private static let script = """
        import os, shutil, sys
        try:
            import duckdb
        except ImportError:
            sys.exit("it has no DuckDB")
        folder, words = sys.argv[1], sys.argv[2:]
        place, part = os.path.join(folder, "parquet"), os.path.join(folder, "parquet.part")
        shutil.rmtree(part, ignore_errors=True)
        try:
            db = duckdb.connect()
            db.execute("SET temp_directory = ?", [part])
            for file, table, rows in zip(words[0::3], words[1::3], words[2::3]):
                source = os.path.join(folder, file).replace("'", "''")
                target = os.path.join(part, table)
                os.makedirs(target)
                found = f"read_json('{source}', format = 'newline_delimited', sample_size = -1)"
                columns = [row[0] for row in db.execute(f"DESCRIBE FROM {found}").fetchall()]
                into, how = target.replace("'", "''"), "FORMAT parquet, COMPRESSION zstd"
                if "scenario" in columns:
                    how += ", PARTITION_BY (scenario), OVERWRITE_OR_IGNORE, WRITE_PARTITION_COLUMNS"
                else:
                    into += "/rows.parquet"
                written = db.execute(f"COPY (FROM {found}) TO '{into}' ({how})").fetchall()[0][0]
                if written != int(rows):
                    sys.exit(f"{file} has {written} rows and not {rows}")
            os.rename(part, place)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        """

    private let folder: String
    private let form: RowTables.Form

    init(in folder: String, of form: RowTables.Form) {
        self.folder = folder
        self.form = form
    }

    /// Those of tables that are written anew do not stay.
    func remove() {
        Folder.removeWhole("\(folder)/parquet")
    }

    /// Writes `parquet/` beside the tables, which stay. A table without rows has no columns, and is left out.
    func write(_ counts: RowTables.Counts) throws(CommandFailure) {
        let tables = RowKind.allCases.filter { counts.rows[$0, default: 0] > 0 }
        let words = tables.flatMap { [form.fileName($0), $0.table, "\(counts.rows[$0, default: 0])"] }
        guard let python = ToolRun(named: "python3") else {
            throw CommandFailure(.failed, "--parquet needs Python with DuckDB", advice: Self.advice)
        }
        do throws(ToolRun.Failure) {
            try python.run(["-c", Self.script, folder] + words)
        } catch {
            throw CommandFailure(
                .failed,
                "the tables could not be converted to Parquet: python3: \(error.reason.unbroken)",
                advice: error.reason.contains("it has no DuckDB") ? Self.advice : nil
            )
        }
    }

    private static let advice = "pip install duckdb, for the first python3 on PATH"
}
