import Programs
import Testing

@testable import BenchmarkArguments

@Suite struct BenchmarkOptionsTests {
    private func options(_ words: String...) throws(CommandFailure) -> BenchmarkOptions {
        try BenchmarkOptions(
            ParsedArguments(words, taking: BenchmarkOptions.known, command: BenchmarkOptions.command)
        )
    }

    @Test func `the arguments name benchmarks; without any, every possible benchmark runs`() throws {
        #expect(try options("link", "cache").benchmarks == [.link, .cache])
        #expect(try options().benchmarks == Benchmark.possible)
        let failure = #expect(throws: CommandFailure.self) { try self.options("lnk") }
        #expect(failure?.message == "there is no benchmark `lnk`")
        #expect(failure?.advice == "did you mean `netlab bench link`?")
    }

    @Test func `--only accepts only parts of the named benchmarks`() throws {
        let both = try options("link", "theory", "--only", "rates")
        #expect(both.parts() == [LinkPart.rates])
        // The other benchmark has all of its parts.
        #expect(both.parts() == Set(TheoryPart.allCases))
        let failure = #expect(throws: CommandFailure.self) {
            try self.options("cache", "origin", "--only", "downloads")
        }
        #expect(failure?.message == "`netlab bench cache` and `netlab bench origin` have no part `downloads`")
        #expect(failure?.advice == "did you mean `--only download`?")
    }

    @Test func `without --only the usual parts run`() throws {
        #expect(try options("proxy").parts(usual: ProxyPart.usual) == ProxyPart.usual)
        #expect(try options("proxy", "--only", "million").parts(usual: ProxyPart.usual) == [.million])
    }
}
