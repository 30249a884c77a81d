import Foundation
import TestSupport
import Testing

/// A running `netlab serve`, with its announcement. A forgotten server is killed.
final class Server {
    private let program: RunningProgram
    /// Standard output up to its first line end.
    let announcement: String

    convenience init(_ arguments: String..., in folder: ScratchFolder) throws {
        try self.init(arguments: arguments, in: folder)
    }

    init(arguments: [String], in folder: ScratchFolder) throws {
        program = try Program(Netlab.path, ["serve"] + arguments, in: folder.path).start()
        _ = Waiting.until(seconds: 60) { [program] in program.output.contains("\n") || !program.isRunning }
        guard let line = program.output.split(separator: "\n").first else {
            Issue.record("it does not listen: \(program.errors)")
            announcement = ""
            return
        }
        announcement = String(line)
    }

    deinit {
        if program.isRunning { program.signal(SIGKILL) }
    }

    /// Ends with a slash.
    var url: String {
        guard announcement.hasPrefix("{") else { return announcement }
        // A single document, or the first of many lines.
        let texts = [program.output, announcement]
        let objects = texts.lazy.compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        return objects.first?["url"] as? String ?? ""
    }

    var port: String { String(url.dropLast().split(separator: ":").last ?? "") }

    var errors: String { program.errors }

    func signal(_ number: Int32) {
        program.signal(number)
    }

    /// Waits until it ends.
    func finish() throws -> ProgramOutput {
        try program.finish()
    }

    /// Interrupts it like Ctrl-C.
    func stop() throws -> ProgramOutput {
        signal(SIGINT)
        return try finish()
    }

    /// Runs curl against it; paths are sent unchanged.
    func curl(_ path: String, _ options: String..., in folder: ScratchFolder) throws -> ProgramOutput {
        // Brackets are for IPv6 addresses, not patterns.
        let usual = ["-sS", "-g", "--path-as-is", "--max-time", "60"]
        return try Program("/usr/bin/curl", usual + options + [url + path], in: folder.path).run()
    }
}
