import Foundation
import TestSupport
import Testing

/// The user who runs `netlab exec` in a test.
enum Person: String, CaseIterable {
    case root
    case ordinary
}

/// A folder from which either user can run programs behind a line.
struct Guest {
    let person: Person
    /// Where the programs run; both may write there.
    let folder: ScratchFolder

    init(_ person: Person) throws {
        self.person = person
        folder = try ScratchFolder()
        let line = """
            chmod 755 . && mkdir -m 755 bin && cp "$NETLAB" bin/netlab && chmod 755 bin/netlab && mkdir -m 777 work
            """
        let environment = ["NETLAB": Netlab.path]
        let made = try Program("/bin/sh", ["-c", line], in: folder.path, environment: environment).run()
        try #require(made.status == 0, "\(made.errors)")
    }

    func file(_ name: String) -> String { folder.file("work/\(name)") }

    /// Runs a shell line in which `$NETLAB` is the program, for at most `seconds`.
    func shell(_ line: String, seconds: Int = 60) throws -> ProgramOutput {
        try program(line, seconds: seconds).run()
    }

    func start(_ line: String) throws -> RunningProgram {
        try program(line).start()
    }

    /// The same on a terminal, which lasts until the line has ended. `typing` is a shell line whose output is
    /// typed there.
    func terminal(_ line: String, typing: String = "true") throws -> ProgramOutput {
        try """
        \(line)
        """.write(toFile: file("line.sh"), atomically: false, encoding: .utf8)
        let waiting = "until [ -e over ]; do sleep 0.05; done"
        let script = "script -qec '. ./line.sh' /dev/null; status=$?; touch over; exit $status"
        return try shell("(\(typing); \(waiting)) | (\(script))")
    }

    private func program(_ line: String, seconds: Int = 60) -> Program {
        let words =
            (person == .root ? [] : ["setpriv", "--reuid", "1001", "--regid", "1001", "--clear-groups"])
            + ["timeout", "--foreground", "-s", "KILL", "\(seconds)", "/bin/sh", "-c", line]
        let environment = [
            "NETLAB": folder.file("bin/netlab"), "HOME": file(""), "SHELL": "/bin/sh", "NETLAB_CLOCK": "real",
        ]
        return Program("/usr/bin/env", words, in: folder.file("work"), environment: environment)
    }

    /// The lines on standard error, except warnings that a busy machine can cause at any time.
    static func complaints(_ output: ProgramOutput) -> [Substring] {
        output.errors.split(separator: "\n").filter { !$0.hasPrefix("netlab: warning: ") }
    }

    /// Whether a process with this word among its arguments is still running.
    static func isRunning(_ word: String) -> Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { process in
            guard Int32(process) != nil,
                let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
            else { return false }
            return words.split(separator: 0).contains(Data(word.utf8)[...])
        }
    }
}
