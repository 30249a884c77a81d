import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct `Rows of captures` {
    private static let secret =
        "CLIENT_RANDOM \(String(repeating: "01", count: 32)) \(String(repeating: "02", count: 48))"

    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for (place, name) in ["a", "b b", "c"].enumerated() {
            let capture = HandmadeCapture(
                host: "\(name.prefix(1)).test",
                path: "/\(place)",
                wait: UInt32(30 + 100 * place)
            )
            try folder.write("captures/\(name)/web.pcap", "")
            try capture.data.write(to: URL(filePath: folder.file("captures/\(name)/web.pcap")))
        }
        let torn = HandmadeCapture(host: "torn.test", path: "/t").data.dropLast(30)
        try torn.write(to: URL(filePath: folder.file("captures/torn.pcap")))
    }

    private func table(_ name: String) throws -> [[String: Any]] {
        try folder.read("rows/tables/\(name).ndjson").split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    private func inspect(_ files: String, _ options: String = "") throws -> ProgramOutput {
        try Netlab.shell(#""$NETLAB" inspect --rows rows \#(options) \#(files)"#, in: folder)
    }

    @Test func `are written for many captures and merged, and broken captures are named`() throws {
        try folder.write("captures/notes.txt", "no capture at all")
        let made = try inspect("captures/*/web.pcap captures/torn.pcap captures/notes.txt", "--jobs 2")
        #expect(made.status == 3, "\(made.output)\(made.errors)")
        #expect(made.output == "rows: rows of 4 captures; 1 could not be read\n")
        #expect(made.errors.contains("notes.txt: this is not a capture"), "\(made.errors)")

        let merged = try Netlab.run("sweep", "merge", "rows", "--plain", in: folder)
        #expect(merged.status == 3 && merged.output.contains("5 runs, 0 steps, 4 transfers"), "\(merged)")
        #expect(
            merged.errors.contains("torn.pcap: block 7: the file ends in the middle"),
            "\(merged.errors)"
        )

        let transfers = try table("transfers")
        let waits = Dictionary(
            transfers.compactMap { row in
                (row["host"] as? String).flatMap { host in (row["waitNs"] as? Int).map { (host, $0) } }
            }
        ) { first, _ in first }
        #expect(
            waits == [
                "a.test": 40_000_000, "b.test": 140_000_000, "c.test": 240_000_000, "torn.test": 40_000_000,
            ]
        )
        #expect(transfers.allSatisfy { $0["bodyBytes"] as? Int == 1000 && $0["status"] as? Int == 200 })
        let spent = try table("causes").reduce(0) { $0 + ($1["timeNs"] as? Int ?? 0) }
        #expect(spent == transfers.reduce(0) { $0 + ($1["durationNs"] as? Int ?? 0) })
        let outcomes = try table("runs").compactMap { $0["outcome"] as? String }.sorted()
        #expect(outcomes == ["damaged", "failed", "ok", "ok", "ok"])
    }

    @Test func `are reused unless their capture has changed`() throws {
        #expect(try inspect("captures/*/web.pcap").output == "rows: rows of 3 captures\n")
        let script = """
            stat -c %Y.%i rows/shards/*/* | sort > before
            "$NETLAB" inspect --rows rows captures/*/web.pcap captures/torn.pcap
            stat -c %Y.%i rows/shards/*/* | sort | comm -12 before - | wc -l
            touch -d 2001-01-01 captures/a/web.pcap
            "$NETLAB" inspect --rows rows captures/*/web.pcap captures/torn.pcap
            "$NETLAB" inspect --rows rows captures/a/web.pcap; ls rows/shards/*/* | wc -l; ls rows/parts | wc -l
            """
        let again = try Netlab.shell(script, in: folder)
        #expect(
            again.output == """
                rows: rows of 4 captures, 3 of them from before
                3
                rows: rows of 4 captures, 3 of them from before
                4
                0

                """,
            "\(again.output)\(again.errors)"
        )
        #expect(again.errors.contains("a/web.pcap already has its rows"), "\(again.errors)")
    }

    @Test func `are the same whether written one by one or together`() throws {
        let script = """
            for file in captures/*/web.pcap; do "$NETLAB" inspect --rows one "$file" || exit; done
            "$NETLAB" inspect --rows rows captures/*/web.pcap && "$NETLAB" inspect --rows rows captures/c/web.pcap &
            "$NETLAB" inspect --rows rows captures/*/web.pcap; wait
            "$NETLAB" sweep merge one && "$NETLAB" sweep merge rows && diff -r one/tables rows/tables && echo same
            """
        let output = try Netlab.shell(script, in: folder)
        #expect(output.output.hasSuffix("same\n"), "\(output.output)\(output.errors)")
    }

    @Test func `are missing by name for a killed reader and present for all other captures`() throws {
        // Each reader waits until somebody writes the keys.
        let script = """
            mkfifo keys
            "$NETLAB" inspect --rows rows --keylog keys --jobs 1 captures/*/web.pcap & runner=$!
            echo '\(Self.secret)' > keys
            until pgrep -f -- "-- $(realpath .)/captures/a/" > /dev/null; do sleep 0.02; done
            pkill -9 -f -- "-- $(realpath .)/captures/a/"
            while pgrep -f -- "-- $(realpath .)/captures/a/" > /dev/null; do sleep 0.02; done
            echo '\(Self.secret)' > keys
            while pgrep -f -- "-- $(realpath .)/captures/b b/" > /dev/null; do sleep 0.02; done
            echo '\(Self.secret)' > keys
            wait $runner; echo $?
            "$NETLAB" sweep merge rows; echo $?
            """
        let output = try Netlab.shell(script, in: folder)
        #expect(
            output.output.hasPrefix("rows: rows of 2 captures; 1 could not be read\n3\n")
                && output.output.contains("3 runs, 0 steps, 2 transfers") && output.output.hasSuffix("3\n"),
            "\(output.output)\(output.errors)"
        )
        let named = output.errors.components(separatedBy: "a/web.pcap: its reader was killed")
        #expect(named.count == 3, "\(output.errors)")
    }

    @Test func `leave no partial results after an interrupt`() throws {
        let script = """
            mkfifo keys
            "$NETLAB" inspect --rows rows --keylog keys captures/*/web.pcap & runner=$!
            echo '\(Self.secret)' > keys
            until pgrep -f -- "-- $(realpath .)/captures/" > /dev/null; do sleep 0.02; done
            kill -INT $runner; wait $runner; echo $?
            ls rows/parts | wc -l; pgrep -f -- "-- $(realpath .)/captures/"
            "$NETLAB" inspect --rows rows captures/*/web.pcap
            """
        let output = try Netlab.shell(script, in: folder)
        #expect(output.output == "130\n0\nrows: rows of 3 captures\n", "\(output.output)\(output.errors)")
    }

    @Test func `report a full disk`() throws {
        let script = """
            mkdir rows && mount -t tmpfs -o size=16k none rows 2>/dev/null || { echo cannot; exit; }
            "$NETLAB" inspect --rows rows captures/*/web.pcap; echo $?
            umount rows
            """
        let output = try Netlab.shell("unshare -rm sh -c '\(script)' || echo cannot", in: folder)
        guard !output.output.contains("cannot") else { return }
        #expect(output.output == "3\n", "\(output.output)\(output.errors)")
        #expect(output.errors.contains("No space left on device"), "\(output.errors)")
    }

    @Test(
        arguments: [
            ("", 1, "needs a capture"), ("-", 1, "standard input"),
            ("captures/a/web.pcap --json", 1, "leave --json out"),
            ("captures/a/web.pcap gone.pcap", 2, "gone.pcap: error: No such file"),
            ("pipe", 2, "this is not a file"), ("shop.har", 2, "HTTP archive, which holds no packets"),
            ("captures", 2, "captures: error"),
            ("captures/a/web.pcap --rows captures", 3, "holds something other than rows"),
        ] as [(String, Int32, String)]
    )
    func `are refused for unusable inputs`(_ files: String, _ status: Int32, _ words: String) throws {
        try folder.write("shop.har", #"{"log":{"version":"1.2","entries":[]}}"#)
        _ = try Netlab.shell("mkfifo pipe", in: folder)
        let output = try inspect(files)
        #expect(output.status == status && output.errors.contains(words), "\(output.status) \(output.errors)")
    }
}
