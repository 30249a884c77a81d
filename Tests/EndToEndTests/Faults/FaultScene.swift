import Foundation
import LinuxIO
import TestSupport
import Testing

/// A place for one disturbed run: a working folder, a home and a /tmp of its own, so that nothing else on the
/// machine matters, and nothing that is left behind stays unseen.
final class FaultScene {
    /// A program that ran in a scene.
    struct Outcome {
        /// nil if it did not end in time.
        var report: TraceReport?
        var output: String
        var errors: String
        var seconds: Double
    }

    private let path: String

    /// The tracer, beside the tests.
    static let tracer: String = {
        let own = Executable.path ?? ""
        return NSString(string: own).deletingLastPathComponent + "/FaultTracer"
    }()

    /// The machine's lock belongs to a time namespace. In one of its own, a run does not wait for those of other tests,
    /// which would look as if it hung.
    private static let namespaces: [String] = {
        let alone = try? Program("/usr/bin/unshare", ["-T", "true"]).run()
        return ["-m"] + (alone?.status == 0 ? ["-T"] : [])
    }()

    /// The scene covers /tmp, so the program cannot be there. The tracer changes registers of this processor only.
    static var isPossible: Bool {
        #if arch(x86_64)
            Netlab.isRoot && Program.find("unshare") != nil && !Netlab.path.hasPrefix("/tmp/")
        #else
            false
        #endif
    }

    static let needs: Comment = "needs root on x86-64, util-linux's unshare, and a program outside /tmp"

    init() throws {
        path = "/var/tmp/netlab-faults-\(UUID().uuidString)"
        for name in ["work", "home", "tmp"] {
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(name)",
                withIntermediateDirectories: true
            )
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// In the working folder.
    func file(_ name: String) -> String { "\(path)/work/\(name)" }

    /// What is in the home and in /tmp, but for netlab's own state.
    func leftovers() throws -> [String] {
        let files = FileManager.default
        let state = try files.contentsOfDirectory(atPath: "\(path)/home").filter { $0 != ".local" }
        return state + (try files.contentsOfDirectory(atPath: "\(path)/tmp"))
    }

    /// Runs netlab, with this fault, and `visit` meanwhile. Kills it `limit` seconds after the visit, which may have
    /// waited in vain for words that the fault took away.
    func run(
        _ arguments: [String],
        _ fault: CallFault?,
        limit: Double,
        visit: (RunningProgram) throws -> Void
    ) throws -> Outcome {
        let start = DispatchTime.now().uptimeNanoseconds
        func spent() -> Double { Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }
        let report = "\(path)/report"
        try? FileManager.default.removeItem(atPath: report)
        let enter = "mount --bind \"$1/tmp\" /tmp && cd \"$1/work\" && shift && exec \"$@\""
        let words = [Self.tracer, report, fault?.order ?? "none", Netlab.path] + arguments
        let program = try Program(
            "/usr/bin/unshare",
            Self.namespaces + ["sh", "-c", enter, "sh", path] + words,
            environment: ["HOME": "\(path)/home", "NETLAB_CLOCK": "real", "XDG_STATE_HOME": ""]
        ).start()
        try visit(program)
        let hasEnded = Waiting.until(seconds: Int(limit)) { !program.isRunning }
        if !hasEnded { program.signal(SIGKILL) }
        let output = try program.finish()
        let text = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
        return Outcome(
            report: TraceReport(text),
            output: output.output,
            errors: output.errors,
            seconds: spent()
        )
    }
}
