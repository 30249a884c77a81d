import Foundation
import TestSupport
import Testing

/// What pipelines read of a run. Stream mode needs no rights.
@Suite(.timeLimit(.minutes(3)))
struct `What a pipeline reads` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(
            "mine.yaml",
            """
            netlab: 1
            name: mine
            link: { down: { rate: 8 Mbit/s }, rtt: 10 ms }
            origin: { files: { "a{1..2}.jpg": { image: jpeg, size: 20 kB } } }
            client: { policy: memory }
            steps: [ { name: cold, fetch: all }, { name: warm, fetch: all } ]
            expect:
              - warm.source == memory
              - cold.source == memory
            """
        )
    }

    private func run(_ more: String, environment: [String: String] = [:]) throws -> ProgramOutput {
        let words = ["run", "mine.yaml", "--link", "stream"] + more.split(separator: " ").map(String.init)
        let environment = ["NETLAB_CLOCK": "real"].merging(environment) { _, said in said }
        return try Program(Netlab.path, words, in: folder.path, environment: environment).run()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    @Test func `a run writes a HAR file that netlab can inspect`() throws {
        _ = try run("-q -o run")
        let archive =
            try JSONSerialization.jsonObject(with: Data(try text("run/run.har").utf8)) as? [String: Any]
        let log = try #require(archive?["log"] as? [String: Any])
        // The second step was answered from memory.
        #expect((log["entries"] as? [[String: Any]])?.count == 2)
        #expect((log["pages"] as? [[String: Any]])?.count == 2)
        #expect(try text("run/result.json").contains(#""httpArchive": "run.har""#))
        #expect(try text("run/report.html").contains("run.har"))
        let inspected = try Netlab.run("inspect", "run/run.har", "--json", in: folder)
        #expect(inspected.status == 0, "\(inspected.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(inspected.output.utf8)) as? [String: Any]
        let exchanges = try #require(document?["exchanges"] as? [[String: Any]])
        #expect(exchanges.count == 2 && exchanges.allSatisfy { $0["bodyBytes"] as? Int == 20_000 })
        let table = try Netlab.run("inspect", "run/run.har", in: folder)
        #expect(table.output.contains("an HTTP archive by netlab") && table.output.contains("/a1.jpg"))
    }

    @Test func `netlab run writes the same reports as netlab report`() throws {
        let output = try run("-o run --report junit,csv=all.csv,github=notes.txt,har=again.har")
        #expect([3, 4].contains(output.status), "\(output.errors)")
        #expect(output.errors.contains("report:  run/junit.xml\n") && !output.output.contains("junit"))
        #expect(try text("run/junit.xml").contains("<testsuite name=\"mine\" tests=\"3\""))
        #expect(try text("all.csv").split(separator: "\r\n").count == 5)
        #expect(
            try text("notes.txt").contains(
                "::error file=mine.yaml,line=9,title=mine%3A cold.source == memory::found"
            )
        )
        #expect(try text("again.har") == text("run/run.har"))
        let again = try Netlab.run("report", "run", "--report", "junit=-", in: folder)
        // Later the scenario is the run's own copy.
        let written = try text("run/junit.xml")
        #expect(written.contains("file=\"mine.yaml\"") && written.contains("line 9 of mine.yaml"))
        #expect(again.output == written.replacingOccurrences(of: "mine.yaml", with: "run/scenario.yaml"))
    }

    @Test func `--json prints one document even with reports`() throws {
        let output = try run("--json -o run --report github,tap")
        #expect(try JSONSerialization.jsonObject(with: Data(output.output.utf8)) is [String: Any])
        #expect(output.errors.contains("::error file=mine.yaml,line=9"))
    }

    @Test func `a GitHub workflow gets annotations and a summary automatically`() throws {
        let variables = [
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder.path,
            "GITHUB_STEP_SUMMARY": folder.file("summary.md"),
        ]
        let output = try run("-q -o run", environment: variables)
        #expect(
            output.errors.contains("\n::error file=mine.yaml,line=9")
                || output.errors.hasPrefix("::error file=mine.yaml")
        )
        #expect(try text("summary.md").contains("| cold.source == memory | **not held** |"))
        let report = try Program(Netlab.path, ["report", "run"], in: folder.path, environment: variables)
            .run()
        #expect(report.status == 0 && report.errors.contains("::error file=run/scenario.yaml,line=9"))
        #expect(try text("summary.md").components(separatedBy: "### mine").count == 3)
        let outside = try run("-q -o other")
        #expect(!outside.errors.contains("::error"))
    }

    @Test func `a run equals itself and differs from a slower one`() throws {
        // With fewer, a figure that does not differ could hide those that do.
        _ = try run("-q -o before --repeat 6")
        _ = try run("-q -o after --repeat 6 --set link.down.rate=4Mbit/s")
        let same = try Netlab.run("diff", "before", "before", in: folder)
        if same.status == 3 { try Test.cancel("the machine was too busy: \(same.errors)") }
        #expect(same.status == 0 && same.output.contains("all equal"), "\(same.output)")
        let slower = try Netlab.run("diff", "before", "after", "--json", in: folder)
        if slower.status == 3 { try Test.cancel("the machine was too busy: \(slower.errors)") }
        let document = try JSONSerialization.jsonObject(with: Data(slower.output.utf8)) as? [String: Any]
        #expect(document?["schema"] as? String == "netlab.diff/1")
        if document?["runsBefore"] as? Int == 6, document?["runsAfter"] as? Int == 6 {
            #expect(slower.status == 4 && document?["alike"] as? Bool == false)
        }
    }

    @Test func `a run and a HAR file cannot be compared`() throws {
        _ = try run("-q -o run")
        let mixed = try Netlab.run("diff", "run", "run/run.har", in: folder)
        #expect(mixed.status == 2 && mixed.errors.contains("run/run.har: error: this is not a run's folder"))
        let archives = try Netlab.run("diff", "run/run.har", "run/run.har", in: folder)
        #expect(archives.status == 0, "\(archives.output)\(archives.errors)")
    }
}
