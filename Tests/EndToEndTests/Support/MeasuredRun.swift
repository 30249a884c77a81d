import TestSupport
import Testing

/// A run with its result: made `once`, for tests that judge no time, or `trusted`, if its own figures allow
/// judging times. With a guest kernel both are in virtual time, which takes a fraction of it, and one run suffices. In real time, a run on a machine
/// that is too busy (or whose client notes arrivals too late) is repeated after a while, up to three times.
/// After that the test is skipped, and says why.
struct MeasuredRun {
    var result: ResultDocument
    var output: ProgramOutput
    var folder: ScratchFolder

    /// The run's folder.
    var path: String { folder.file("run") }

    /// One run, trusted or not.
    static func once(_ arguments: String...) throws -> MeasuredRun {
        try make(arguments, clock: bestClock) { [try ResultDocument(json: $0)] }.first
            ?? { throw NothingRan() }()
    }

    /// Every combination of a scenario's matrix, trusted or not.
    static func onceSeries(of arguments: String...) throws -> [ResultDocument] {
        try make(arguments, clock: bestClock, ResultDocument.series(json:)).map(\.result)
    }

    /// One run. If `agreeing`, client and capture must also agree on times: for tests that judge by either,
    /// unless their client is slow on purpose.
    static func trusted(_ arguments: String..., agreeing: Bool = true) throws -> MeasuredRun {
        let runs = try exact(arguments, agreeing: agreeing) { [try ResultDocument(json: $0)] }
        return try runs.first ?? { throw NothingRan() }()
    }

    /// One run in real time.
    static func trustedInRealTime(_ arguments: String...) throws -> MeasuredRun {
        let runs = try attempt(arguments.joined(separator: " ")) {
            try make(arguments) { [try ResultDocument(json: $0)] }
        }
        return try runs.first ?? { throw NothingRan() }()
    }

    /// Every combination of a scenario's matrix.
    static func trustedSeries(of arguments: String...) throws -> [ResultDocument] {
        try exact(arguments, ResultDocument.series(json:)).map(\.result)
    }

    /// A run whose times may be judged.
    private static func exact(
        _ arguments: [String],
        agreeing: Bool = true,
        _ decode: (String) throws -> [ResultDocument]
    ) throws -> [MeasuredRun] {
        let clock = bestClock
        if clock == "virtual" { return try make(arguments, clock: clock, decode) }
        return try attempt(arguments.joined(separator: " "), agreeing: agreeing) {
            try make(arguments, decode)
        }
    }

    private static var bestClock: String { InstalledKernels.all.isEmpty ? "real" : "virtual" }

    private static func make(
        _ arguments: [String],
        clock: String = "real",
        _ decode: (String) throws -> [ResultDocument]
    ) throws -> [MeasuredRun] {
        let folder = try ScratchFolder()
        let words = ["run"] + arguments + ["--json", "--out", folder.file("run")]
        let environment = ["NETLAB_CLOCK": clock]
        let output = try Program(Netlab.path, words, in: folder.path, environment: environment).run()
        let results = try #require(
            try? decode(output.output),
            "no result: status \(output.status), \(output.errors)"
        )
        return results.map { MeasuredRun(result: $0, output: output, folder: folder) }
    }

    /// Repeats `run` until its result can be judged.
    static func attempt(
        _ name: String,
        agreeing: Bool = true,
        _ run: () throws -> [MeasuredRun]
    ) throws -> [MeasuredRun] {
        let runs = try Patience.attempt(name, run) { runs in
            if let why = doubt(runs) ?? stall(runs) { return why }
            guard agreeing, !runs.allSatisfy(\.result.witnessesAgree) else { return nil }
            return "client and capture tell of different times"
        }.value
        // The last attempt's other objections are left to the test.
        if let why = doubt(runs) { try Test.cancel("untrusted three times: \(why)") }
        return runs
    }

    private static func doubt(_ runs: [MeasuredRun]) -> String? {
        guard let untrusted = runs.first(where: { !$0.result.emulation.trusted }) else { return nil }
        return untrusted.result.emulation.why ?? "no reason given"
    }

    /// Detects a short stall of the machine in a trusted run that affected its expectations.
    private static func stall(_ runs: [MeasuredRun]) -> String? {
        guard let unmet = runs.first(where: { $0.result.outcome != "ok" })?.result,
            let lateness = unmet.emulation.latenessMaxNs, lateness > harmlessLateness
        else { return nil }
        return "its outcome is \(unmet.outcome), and a packet was \(Double(lateness) / 1e6) ms late"
    }

    /// Lateness allowed for every packet, if one in a hundred may exceed the limit.
    private static let harmlessLateness: Int64 = 1_000_000

    struct NothingRan: Error {}
}
