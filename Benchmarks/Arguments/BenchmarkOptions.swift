package import Programs

/// What `netlab bench` was asked for: which benchmarks, which of their parts, and how.
package struct BenchmarkOptions {
    /// The command whose arguments these are.
    package static let command = "bench"
    /// The program that measures.
    package static let program = "netlab-bench"

    package static let known = [
        CommandOption(
            "--rounds",
            value: "N",
            about: "medians over N rounds (default 3); fewer are less certain"
        ),
        CommandOption("--size", value: "SIZE", about: "of the capture that `inspect` reads (default 1GB)"),
        CommandOption("--only", value: "PART,...", about: "only these parts of one benchmark"),
        CommandOption("--random", value: "N", about: "`theory` on N random lines, in virtual time"),
        CommandOption("--seed", value: "S", about: "of the first random line (default 1)"),
        CommandOption(
            "--keep",
            value: "FOLDER",
            about: "where to keep the runs of random lines that theory misses"
        ),
        CommandOption(
            "--gains",
            about: "the gains that `explain` promises on the random lines, beside runs of them"
        ),
        CommandOption(
            "--kernel",
            value: "VERSION",
            about: "the random lines' guest kernel (default: the newest)"
        ),
        CommandOption(
            "--ipv6",
            about: "the random lines carry IPv6: alone, beside IPv4, by NAT64, or failing"
        ),
        CommandOption("--http3", about: "downloads over the random lines are by HTTP/3"),
        ClockOptions.option,
        CommandOption("--json", about: "one JSON document"),
    ]
    private static let mostRounds: UInt64 = 99

    package let asJSON: Bool
    package let clock: ClockOptions
    /// Without a name all that this machine can run.
    package let benchmarks: [Benchmark]
    package let rounds: Int
    package let captureBytes: Int64
    /// Of `theory` instead of its parts.
    package let random: RandomLineOptions?
    /// nil means all parts.
    private let parts: Set<String>?

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        asJSON = arguments.has("--json")
        clock = try ClockOptions(arguments)
        rounds = Int(try arguments.number("--rounds", in: 1...Self.mostRounds) ?? 3)
        captureBytes = try arguments.size("--size") ?? 1_000_000_000
        random = try RandomLineOptions(arguments)
        let named = try arguments.positionals.map { name throws(CommandFailure) in try Self.benchmark(name) }
        let benchmarks = named.isEmpty ? Benchmark.possible : named
        self.benchmarks = benchmarks
        parts = try arguments.value("--only").map { words throws(CommandFailure) in
            try Self.parts(words, of: benchmarks)
        }
    }

    /// The parts to run of a benchmark: the usual ones if no part, or only another benchmark's part, is named.
    package func parts<Part: CaseIterable & RawRepresentable<String> & Hashable>(
        usual: Set<Part> = Set(Part.allCases)
    ) -> Set<Part> {
        let named = Part.allCases.filter { parts?.contains($0.rawValue) == true }
        return named.isEmpty ? usual : Set(named)
    }

    private static func benchmark(_ name: String) throws(CommandFailure) -> Benchmark {
        if let benchmark = Benchmark(rawValue: name) { return benchmark }
        let nearest = name.nearest(among: Benchmark.allCases.map(\.rawValue)) ?? "line"
        throw CommandFailure(
            .wrongUsage,
            "there is no benchmark `\(name)`",
            advice: "did you mean `netlab bench \(nearest)`?"
        )
    }

    private static func parts(
        _ text: String,
        of benchmarks: [Benchmark]
    ) throws(CommandFailure) -> Set<String> {
        let known = benchmarks.flatMap(\.parts)
        let words = text.split(separator: ",").map(String.init)
        for word in words where !known.contains(word) {
            let named = benchmarks.map { "`netlab bench \($0.rawValue)`" }.joined(separator: " and ")
            throw CommandFailure(
                .wrongUsage,
                "\(named) \(benchmarks.count > 1 ? "have" : "has") no part `\(word)`",
                advice: word.nearest(among: known).map { "did you mean `--only \($0)`?" }
            )
        }
        return Set(words)
    }
}
