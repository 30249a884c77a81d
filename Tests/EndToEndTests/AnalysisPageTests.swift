import Foundation
import TestSupport
import Testing

/// The queries of `docs/analysis.md`, run by DuckDB on two sweeps and some captures.
@Suite(
    .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .enabled(if: PythonPackage.duckDB.isInstalled, "needs DuckDB: make test-packages"),
    .timeLimit(.minutes(5))
)
struct AnalysisPageTests {
    /// What stands between the lines of a fence.
    private static var queries: [String] {
        DocumentedCommands.text(of: "docs/analysis.md").components(separatedBy: "```sql\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    @Test(arguments: [
        "{ link.down.rate: [8 Mbit/s, 16 Mbit/s], link.down.loss: [0 %, 1 %] }",
        "{ link.profile: [nlc/dsl, nlc/lte], client.policy: [none, both] }",
    ])
    func `every documented query returns an answer for any axes`(_ axes: String) throws {
        let folder = try ScratchFolder()
        try folder.write(
            "sweep.yaml",
            """
            sweep: 1
            scenario: etag-304
            axes: \(axes)
            """
        )
        // Enough of a host to be listed, and one that is torn.
        for number in 0..<6 {
            let capture = HandmadeCapture(
                host: "a.test",
                path: "/\(number)",
                start: UInt32(1_790_000_000 + number)
            )
            let bytes = number == 0 ? capture.data.dropLast(7) : capture.data
            try bytes.write(to: URL(filePath: folder.file("\(number).pcap")))
        }
        let queries = Self.queries
        #expect(queries.count >= 6)
        for (number, query) in queries.enumerated() { try folder.write("\(number).sql", query) }
        try folder.write(
            "ask.py",
            """
            import duckdb
            for number in range(\(queries.count)):
                print(number, len(duckdb.sql(open(f"{number}.sql").read()).fetchall()))
            """
        )
        let output = try Netlab.shell(
            """
            set -e
            "$NETLAB" sweep run sweep.yaml --out before >/dev/null && "$NETLAB" sweep merge before >/dev/null
            "$NETLAB" inspect --rows archive *.pcap >/dev/null && "$NETLAB" sweep merge archive >/dev/null
            cp -r before after && '\(PythonPackage.duckDB.python)' ask.py
            """,
            in: folder
        )
        let answers = output.output.split(separator: "\n").map {
            $0.split(separator: " ").compactMap { Int($0) }
        }
        #expect(answers.count == queries.count, "\(output.errors)")
        for answer in answers { #expect((answer.last ?? 0) > 0, "query \(answer.first ?? -1) has no row") }
    }

    @Test func `tables are exported as Parquet with a partition per scenario`() throws {
        let folder = try ScratchFolder()
        try folder.write(
            "sweep.yaml",
            """
            sweep: 1
            scenarios: [etag-304, stale-url]
            clock: real
            link: stream
            """
        )
        try folder.write(
            "count.py",
            """
            import duckdb
            for table in ["runs", "steps", "transfers"]:
                rows = f"SELECT count(*), count(DISTINCT scenario) FROM '{table}/**/*.parquet'"
                print(table, *duckdb.sql(rows).fetchall())
            """
        )
        let output = try Netlab.shell(
            """
            set -e
            export PATH='\(PythonPackage.duckDB.programs)':"$PATH"
            "$NETLAB" sweep run sweep.yaml --out "a b's" >/dev/null
            "$NETLAB" sweep merge "a b's" --parquet && cd "a b's/tables/parquet"
            ls transfers
            python3 "$OLDPWD/count.py"
            """,
            in: folder
        )
        #expect(output.status == 0, "\(output.errors)")
        #expect(
            output.output.contains("scenario=etag-304\nscenario=stale-url\nruns (2, 2)\n"),
            "\(output.output)"
        )
    }

    @Test func `a missing DuckDB is reported with the command to install it`() throws {
        let folder = try ScratchFolder()
        let output = try Netlab.shell(
            """
            "$NETLAB" sweep run etag-304 --clock real --link stream --out out >/dev/null
            mkdir none && printf '#!/bin/sh\necho it has no DuckDB >&2; exit 1\n' >none/python3 && chmod +x none/python3
            PATH="$PWD/none:$PATH" "$NETLAB" sweep merge out --parquet
            """,
            in: folder
        )
        #expect(output.status == 3 && output.errors.contains("pip install duckdb"), "\(output.errors)")
    }
}
