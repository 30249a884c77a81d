import Programs
import Testing

@testable import BenchmarkArguments

@Suite struct RandomLineOptionsTests {
    private func options(_ words: String...) throws(CommandFailure) -> RandomLineOptions? {
        try RandomLineOptions(
            ParsedArguments(words, taking: BenchmarkOptions.known, command: BenchmarkOptions.command)
        )
    }

    @Test func `options for random lines are rejected without --random`() throws {
        #expect(try options("theory") == nil)
        let strays = [
            ["--seed", "3"], ["--keep", "runs"], ["--gains"], ["--kernel", "6.1"], ["--ipv6"], ["--http3"],
        ]
        for stray in strays {
            let failure = #expect(throws: CommandFailure.self) {
                try RandomLineOptions(
                    ParsedArguments(["theory"] + stray, taking: BenchmarkOptions.known, command: "bench")
                )
            }
            #expect(failure?.message == "\(stray[0]) is for --random")
        }
    }

    @Test func `random lines take a kernel; --gains excludes --keep`() throws {
        #expect(try options("theory", "--random", "3", "--kernel", "6.1")?.kernel == "6.1")
        #expect(try options("theory", "--random", "3", "--ipv6")?.hasIPv6 == true)
        #expect(try options("theory", "--random", "3", "--http3")?.isHTTP3 == true)
        #expect(throws: CommandFailure.self) { try self.options("line", "--random", "3") }
        #expect(throws: CommandFailure.self) { try self.options("theory", "--random", "0") }
        #expect(throws: CommandFailure.self) {
            try self.options("theory", "--random", "3", "--gains", "--keep", "runs")
        }
        for option in ["--http3", "--ipv6"] {
            let failure = #expect(throws: CommandFailure.self) {
                try self.options("theory", "--random", "3", "--gains", option)
            }
            #expect(failure?.message.hasSuffix("leave out \(option)") == true)
        }
    }
}
