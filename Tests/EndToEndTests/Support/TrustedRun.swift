import TestSupport
import Testing

/// A run whose own figures say that it may be judged. A machine that is too busy is asked again, three times at most.
struct TrustedRun {
    var result: ResultDocument
    var output: ProgramOutput
    var folder: ScratchFolder

    /// The run's folder.
    var path: String { folder.file("run") }

    static func of(_ arguments: String...) throws -> TrustedRun {
        var why = ""
        for _ in 1...3 {
            let folder = try ScratchFolder()
            let words = ["run"] + arguments + ["--json", "--out", folder.file("run")]
            let output = try Program(Netlab.path, words, in: folder.path).run()
            let result = try #require(
                try? ResultDocument(json: output.output),
                "no result: status \(output.status), \(output.errors)"
            )
            if result.emulation.trusted { return TrustedRun(result: result, output: output, folder: folder) }
            why = result.emulation.why ?? "no reason given"
        }
        throw UntrustedThreeTimes(why: why)
    }

    struct UntrustedThreeTimes: Error {
        var why: String
    }
}
