import Programs
import Testing

@testable import Commands
@testable import Running

@Suite struct `What netlab report is asked for` {
    private func wanted(_ words: [String]) throws(CommandFailure) -> [String] {
        let arguments = try ParsedArguments(words[...], taking: ReportCommand.options, command: "report")
        return try WantedReport.all(in: arguments).map { "\($0.kind) \($0.file ?? "in its folder")" }
    }

    @Test(arguments: [
        ([], ["html in its folder"]),
        (["-o", "a.html"], ["html a.html"]),
        (["--report", "junit"], ["junit in its folder"]),
        (["--report", "junit=a=b.xml,tap=-"], ["junit a=b.xml", "tap -"]),
        (["--report", "tap", "--report", "html"], ["tap in its folder", "html in its folder"]),
        (["--report", "tap", "-o", "x"], ["tap x"]),
        (["--report", "csv=a.csv,github,har"], ["csv a.csv", "github in its folder", "har in its folder"]),
    ])
    func `parses kinds and files`(_ words: [String], _ expected: [String]) throws {
        #expect(try wanted(words) == expected)
    }

    @Test(arguments: [
        (["--report", "junt"], "`junt`"), (["--report", "junit="], "names no file"),
        (["--report", "junit,tap", "-o", "x"], "a single report"),
        (["--report", "tap=a", "-o", "x"], "a single report"),
    ])
    func `rejects invalid arguments`(_ words: [String], _ told: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try wanted(words) }
        #expect(failure?.status == .wrongUsage && failure?.message.contains(told) == true)
    }
}
