import Programs

/// The options of `netlab bench theory --random`.
package struct RandomLineOptions {
    private static let mostLines: UInt64 = 100_000
    private static let dependent = ["--seed", "--keep", "--gains", "--kernel", "--ipv6", "--http3"]

    /// The version of the guest kernel; nil for the newest.
    package let kernel: String?
    package let count: Int
    package let seed: UInt64
    /// The folder for the runs that theory misses.
    package let keep: String?
    /// What `explain` promises on these lines, beside runs of it.
    package let ofGains: Bool
    package let hasIPv6: Bool
    package let isHTTP3: Bool

    /// nil without --random.
    init?(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let count = try arguments.number("--random", in: 1...Self.mostLines) else {
            guard let stray = Self.dependent.first(where: arguments.has) else { return nil }
            throw CommandFailure(.wrongUsage, "\(stray) is for --random")
        }
        guard arguments.positionals == ["theory"], arguments.value("--only") == nil else {
            throw CommandFailure(
                .wrongUsage,
                "--random is for `netlab bench theory` alone, and without --only"
            )
        }
        (self.count, kernel) = (Int(count), arguments.value("--kernel"))
        seed = try arguments.number("--seed", in: 0...UInt64.max >> 1) ?? 1
        hasIPv6 = arguments.has("--ipv6")
        isHTTP3 = arguments.has("--http3")
        (keep, ofGains) = (arguments.value("--keep"), arguments.has("--gains"))
        guard keep == nil || !ofGains else {
            throw CommandFailure(.wrongUsage, "--keep keeps runs that theory misses: --gains has none")
        }
        guard !ofGains || !isHTTP3 && !hasIPv6 else {
            let option = isHTTP3 ? "--http3" : "--ipv6"
            throw CommandFailure(.wrongUsage, "--gains is for TCP over IPv4 alone: leave out \(option)")
        }
    }
}
