internal import CLinux
import Glibc

/// A program of the machine's, run to its end for what it does. It is in the namespaces of the thread that runs it, reads
/// nothing, and what it prints is dropped but for its complaints.
package struct ToolRun: Hashable, Sendable {
    /// How a program ended that did not do as it was told.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The program and its arguments.
        package var line: String
        /// What it said, or else its exit status.
        package var reason: String

        package var description: String { "\(line): \(reason)" }
    }

    /// What a program says beyond this is not kept.
    private static let mostWords = 4096

    private let path: String

    /// A program by its name, on PATH or where administrators' tools are; nil where there is none.
    package init?(named name: String) {
        let folders = (Environment.variables["PATH"] ?? "").split(separator: ":").map { String($0) }
        let candidates = (folders + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
        guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
    }

    package func run(_ arguments: [String]) throws(Failure) {
        let line = ([path] + arguments).joined(separator: " ")
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw failure(line, errno: netlab_errno())
        }
        let reading = OwnedDescriptor(owning: ends[0])
        let child: pid_t
        do {
            let writing = OwnedDescriptor(owning: ends[1])
            child = try start(line, arguments, errors: writing.raw)
        }
        let words = Self.text(from: reading.raw)
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, netlab_errno() == EINTR {}
        guard status != 0 else { return }
        let signal = status & 0x7F
        let ending =
            signal == 0 ? "it ended with status \(status >> 8 & 255)" : "it was ended by signal \(signal)"
        throw Failure(line: line, reason: words.isEmpty ? ending : words)
    }

    private func start(_ line: String, _ arguments: [String], errors: Int32) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawn(&child, path, &actions, nil, &words, environ)
        guard code == 0 else { throw failure(line, errno: code) }
        return child
    }

    private func failure(_ line: String, errno: Int32) -> Failure {
        Failure(line: line, reason: SystemCallError.reason(errno))
    }

    /// All that comes until the writer is gone, on one line.
    private static func text(from descriptor: Int32) -> String {
        var kept: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                kept += buffer[..<count].prefix(mostWords - kept.count)
            } else if count == 0 || netlab_errno() != EINTR {
                break
            }
        }
        return String(decoding: kept, as: UTF8.self).split(whereSeparator: \.isNewline).joined(
            separator: "; "
        )
    }
}
