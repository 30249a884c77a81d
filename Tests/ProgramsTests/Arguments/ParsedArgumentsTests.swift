import Testing

@testable import Programs

@Suite(.timeLimit(.minutes(1)))
struct ParsedArgumentsTests {
    private static let known = [
        CommandOption("--out", "-o", value: "DIR", about: ""),
        CommandOption("--set", value: "KEY=VALUE", about: ""),
        CommandOption("--json", about: ""),
        CommandOption("--repeat", value: "N", about: ""),
        CommandOption("--max-time", value: "TIME", about: ""),
    ]

    private func parse(_ words: String...) throws(CommandFailure) -> ParsedArguments {
        try ParsedArguments(words, taking: Self.known, command: "run")
    }

    @Test func `options and names may be mixed, and a value may follow = or a space`() throws {
        let arguments = try parse("dsl", "--out=a", "--json", "tiers", "--set", "a=b=c", "--set=d=")
        #expect(arguments.positionals == ["dsl", "tiers"])
        #expect(arguments.value("--out") == "a")
        #expect(arguments.has("--json"))
        #expect(arguments.values("--set") == ["a=b=c", "d="])
    }

    @Test func `a later option overrides an earlier one, in any spelling`() throws {
        #expect(try parse("--out", "a", "-o", "b").value("--out") == "b")
    }

    @Test func `two dashes end the options, and a single dash is a name`() throws {
        #expect(try parse("-", "--", "--json").positionals == ["-", "--json"])
    }

    @Test(arguments: [
        (["--jsn"], "--json"), (["--out"], "--out DIR"), (["--json=yes"], "takes no value"),
        (["--zzzzzz"], "netlab help run"),
    ])
    func `an error names the word and the correct form`(_ words: [String], _ advice: String) {
        let failure = #expect(throws: CommandFailure.self) {
            try ParsedArguments(words, taking: Self.known, command: "run")
        }
        #expect(failure?.status == .wrongUsage)
        #expect(failure.map { ($0.message + ($0.advice ?? "")).contains(advice) } == true)
    }

    @Test func `numbers and durations are validated when they are read`() throws {
        #expect(try parse("--repeat", "3").number("--repeat", in: 1...1000) == 3)
        #expect(try parse("--max-time", "5min").duration("--max-time") == 300_000_000_000)
        #expect(throws: CommandFailure.self) { try parse("--repeat", "0").number("--repeat", in: 1...1000) }
        #expect(throws: CommandFailure.self) { try parse("--repeat", "-1").number("--repeat", in: 1...1000) }
        #expect(throws: CommandFailure.self) { try parse("--max-time", "5").duration("--max-time") }
    }
}
