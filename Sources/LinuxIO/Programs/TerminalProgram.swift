internal import CLinux
import Glibc

/// Runs a program of the user's on this one's terminal and waits for its end: an editor.
package enum TerminalProgram {
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// `line` is a shell's command line, to which the arguments are appended as they are. Main thread only.
    package static func run(_ line: String, _ arguments: [String]) throws(Failure) {
        // Ctrl-C is for the program.
        let earlier = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, earlier) }
        let child = try start(["sh", "-c", "\(line) \"$@\"", line] + arguments)
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, netlab_errno() == EINTR {}
        guard status == 0 else {
            let signal = status & 0x7F
            throw Failure(
                description: signal == 0
                    ? "\(line) ended with status \(status >> 8 & 255)"
                    : "\(line) was killed by signal \(signal)"
            )
        }
    }

    private static func start(_ words: [String]) throws(Failure) -> pid_t {
        // This program blocks and ignores signals; its children must not inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let list = CStringList(words.map { Array($0.utf8) })
        var child = pid_t()
        let code = posix_spawn(&child, "/bin/sh", nil, &attributes, list.raw, environ)
        guard code == 0 else { throw Failure(description: "sh: \(SystemCallError.reason(code))") }
        return child
    }
}
