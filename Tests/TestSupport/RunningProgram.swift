import Foundation

/// A running child. Its output goes to files, so that no pipe can fill up.
package final class RunningProgram {
    private let process: Process
    private let scratch: ScratchFolder
    private let started = DispatchTime.now()

    init(_ process: Process) throws {
        self.process = process
        scratch = try ScratchFolder()
        for name in ["output", "errors"] {
            _ = FileManager.default.createFile(atPath: scratch.file(name), contents: nil)
        }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: scratch.file("output"))
        process.standardError = FileHandle(forWritingAtPath: scratch.file("errors"))
        try process.run()
    }

    package var identifier: Int32 {
        process.processIdentifier
    }

    package var isRunning: Bool {
        process.isRunning
    }

    /// Standard output so far.
    package var output: String {
        (try? String(contentsOfFile: scratch.file("output"), encoding: .utf8)) ?? ""
    }

    /// Standard error so far.
    package var errors: String {
        (try? String(contentsOfFile: scratch.file("errors"), encoding: .utf8)) ?? ""
    }

    package func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    package func finish() throws -> ProgramOutput {
        process.waitUntilExit()
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds
        let ended = process.terminationStatus
        return ProgramOutput(
            status: process.terminationReason == .uncaughtSignal ? 128 + ended : ended,
            output: try String(contentsOfFile: scratch.file("output"), encoding: .utf8),
            errors: try String(contentsOfFile: scratch.file("errors"), encoding: .utf8),
            seconds: Double(nanoseconds) / 1e9
        )
    }
}
