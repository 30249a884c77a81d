import Glibc
import TestSupport
import Testing

/// A run with its result, as it was made `once`, for tests that judge no time, or `trusted`: its own figures say that it may
/// be judged. A machine that is too busy for that, also for the client to note in time what has come, is asked again after
/// a while: three times at most.
struct MeasuredRun {
    /// Seconds before the second and the third attempt, and how many more may pass until the machine is calm: what keeps
    /// it busy may take as long.
    private static let pauses: [(seconds: UInt32, patience: Int)] = [(4, 20), (15, 60)]

    var result: ResultDocument
    var output: ProgramOutput
    var folder: ScratchFolder

    /// The run's folder.
    var path: String { folder.file("run") }

    /// One run as it comes.
    static func once(_ arguments: String...) throws -> MeasuredRun {
        try make(arguments) { [try ResultDocument(json: $0)] }.first ?? { throw NothingRan() }()
    }

    /// Every combination of a scenario's matrix, as they come.
    static func onceSeries(of arguments: String...) throws -> [ResultDocument] {
        try make(arguments, ResultDocument.series(json:)).map(\.result)
    }

    /// One run. Where `agreeing`, client and capture must tell of the same times, too: for tests that judge by either, unless
    /// their client takes its time.
    static func trusted(_ arguments: String..., agreeing: Bool = true) throws -> MeasuredRun {
        let runs = try attempt(arguments.joined(separator: " "), agreeing: agreeing) {
            try make(arguments) { [try ResultDocument(json: $0)] }
        }
        return try runs.first ?? { throw NothingRan() }()
    }

    /// Every combination of a scenario's matrix.
    static func trustedSeries(of arguments: String...) throws -> [ResultDocument] {
        try attempt(arguments.joined(separator: " ")) {
            try make(arguments, ResultDocument.series(json:))
        }
        .map(\.result)
    }

    private static func make(
        _ arguments: [String],
        _ decode: (String) throws -> [ResultDocument]
    ) throws -> [MeasuredRun] {
        let folder = try ScratchFolder()
        let words = ["run"] + arguments + ["--json", "--out", folder.file("run")]
        let output = try Program(Netlab.path, words, in: folder.path).run()
        let results = try #require(
            try? decode(output.output),
            "no result: status \(output.status), \(output.errors)"
        )
        return results.map { MeasuredRun(result: $0, output: output, folder: folder) }
    }

    /// What `run` makes, made again where it cannot be judged by.
    static func attempt(
        _ name: String,
        agreeing: Bool = true,
        _ run: () throws -> [MeasuredRun]
    ) throws -> [MeasuredRun] {
        var why = ""
        for (number, pause) in ([(0, 0)] + pauses).enumerated() {
            sleep(pause.seconds)
            CalmMachine.wait(atMost: .seconds(pause.patience))
            let runs = try run()
            if let untrusted = runs.first(where: { !$0.result.emulation.trusted }) {
                why = untrusted.result.emulation.why ?? "no reason given"
            } else if number == pauses.count || !agreeing || runs.allSatisfy(\.result.witnessesAgree) {
                // What the last attempt shows is for the test to judge.
                return runs
            } else {
                why = "client and capture tell of different times"
            }
            print("\(name): once more, as \(why)")
        }
        throw UntrustedThreeTimes(why: why)
    }

    struct NothingRan: Error {}

    struct UntrustedThreeTimes: Error {
        var why: String
    }
}
