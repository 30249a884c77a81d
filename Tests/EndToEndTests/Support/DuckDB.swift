import TestSupport

/// The database that `make test-packages` installs for the queries of the documentation.
enum DuckDB {
    static let python = "\(DocumentedCommands.rootPath)/.build/duckdb/bin/python"

    static var isInstalled: Bool {
        let run = try? Program("/bin/sh", ["-c", "'\(python)' -c 'import duckdb'"], in: "/").run()
        return run?.status == 0
    }
}
