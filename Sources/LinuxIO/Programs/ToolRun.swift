internal import CLinux
import Glibc
import Wire

/// Runs a program of the machine for its effect. It is in the namespaces of the calling thread, and has no
/// input.
package struct ToolRun: Hashable, Sendable {
    /// A run of a program that failed.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The program and its arguments.
        package var line: String
        /// The program's own message, or its exit status.
        package var reason: String

        package var description: String { "\(line): \(reason)" }
    }

    /// Limits on the output that is kept.
    private static let mostWords = 4096
    private static let mostOutput = 1 << 20

    private let path: String

    /// A program by name, on PATH or in the folders of administrators' tools; nil if there is none.
    package init?(named name: String) {
        let folders = (Environment.variables["PATH"] ?? "").split(separator: ":").map { String($0) }
        let candidates = (folders + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
        guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
    }

    /// A program by name, in the folder of the running one; nil if there is none.
    package init?(beside name: String) {
        guard let path = Executable.beside(name) else { return nil }
        self.path = path
    }

    /// A program by path; nil if there is no executable file.
    package init?(at path: String) {
        guard access(path, X_OK) == 0, !Folder.exists(path) else { return nil }
        self.path = path
    }

    package func run(_ arguments: [String]) throws(Failure) {
        _ = try finish(arguments, keepsOutput: false)
    }

    /// Its standard output and standard error in the order of printing, up to a limit that tools' reports do
    /// not reach.
    package func output(_ arguments: [String]) throws(Failure) -> String {
        try finish(arguments, keepsOutput: true)
    }

    /// Starts the program to run beside this one until it is stopped. Its output goes to a new file, or is
    /// discarded.
    package func begin(_ arguments: [String], printingTo path: String? = nil) throws(Failure) -> RunningTool {
        guard let path else { return RunningTool(process: try start(arguments, output: nil, errors: nil)) }
        let raw = netlab_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard raw >= 0 else { throw failure(arguments, errno: netlab_errno()) }
        let file = OwnedDescriptor(owning: raw)
        return RunningTool(process: try start(arguments, output: file.raw, errors: nil))
    }

    /// Starts the program to run beside this one until its input ends, which ends with this program at the latest. It
    /// inherits `handed` as descriptor 3, and prints where this program does.
    package func serve(_ arguments: [String], handing handed: Int32) throws(Failure) -> ServingTool {
        let input: LocalPair
        do throws(SystemCallError) {
            input = try LocalPair()
        } catch {
            throw failure(arguments, errno: error.errno)
        }
        let process = try start(arguments, input: input.there.raw, output: 2, errors: 2, handing: handed)
        return ServingTool(process: process, input: input.here)
    }

    private func finish(_ arguments: [String], keepsOutput: Bool) throws(Failure) -> String {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw failure(arguments, errno: netlab_errno())
        }
        let reading = OwnedDescriptor(owning: ends[0])
        let child: pid_t
        do {
            let writing = OwnedDescriptor(owning: ends[1])
            child = try start(arguments, output: keepsOutput ? writing.raw : nil, errors: writing.raw)
        }
        let text = Self.text(from: reading.raw, atMost: keepsOutput ? Self.mostOutput : Self.mostWords)
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, netlab_errno() == EINTR {}
        guard status != 0 else { return text }
        let signal = status & 0x7F
        let ending =
            signal == 0 ? "it ended with status \(status >> 8 & 255)" : "it was killed by signal \(signal)"
        let words = text.split(whereSeparator: \.isNewline).joined(separator: "; ")
        throw Failure(line: line(arguments), reason: words.isEmpty ? ending : words)
    }

    /// `output` and `errors` are descriptors for its output; nil discards it. Without `input` it has none. It inherits
    /// `handed` as descriptor 3.
    func start(
        _ arguments: [String],
        input: Int32? = nil,
        output: Int32?,
        errors: Int32?,
        handing handed: Int32? = nil
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        if let handed { posix_spawn_file_actions_adddup2(&actions, handed, 3) }
        for (number, target) in [(Int32(1), output), (2, errors)] {
            if let target {
                posix_spawn_file_actions_adddup2(&actions, target, number)
            } else {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
            }
        }
        // This program blocks the signals that it takes from descriptors; its children must not inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawn(&child, path, &actions, &attributes, &words, environ)
        guard code == 0 else { throw failure(arguments, errno: code) }
        return child
    }

    func line(_ arguments: [String]) -> String { ([path] + arguments).joined(separator: " ") }

    private func failure(_ arguments: [String], errno: Int32) -> Failure {
        Failure(line: line(arguments), reason: SystemCallError.reason(errno))
    }

    /// Reads until the writer is gone; discards what exceeds the limit.
    private static func text(from descriptor: Int32, atMost most: Int) -> String {
        var kept: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                kept += buffer[..<count].prefix(most - kept.count)
            } else if count == 0 || netlab_errno() != EINTR {
                break
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}

// MARK: Cost

extension ToolRun {
    /// Resources used by one run of a program.
    package struct Cost: Hashable, Sendable {
        /// From start to end, in nanoseconds.
        package var time: Int64
        /// Processor time of the program and of the children it waited for, in nanoseconds.
        package var processorTime: Int64
        /// Peak resident memory in bytes; nil if it could not be watched.
        package var peakBytes: Int64?
    }

    /// Runs the program to its end, discards its output, and returns its cost.
    ///
    /// Memory is read just before the end, since the figure of `wait4` would include this program's own
    /// memory at the start.
    package func cost(_ arguments: [String]) throws(Failure) -> Cost {
        let clock = RunClock()
        let process = try start(arguments, output: nil, errors: nil)
        let isWatched = netlab_watch_end(process) == 0
        var peak: Int64?
        var status: Int32 = 0
        var usage = rusage()
        while true {
            if wait4(process, &status, 0, &usage) == -1 {
                guard netlab_errno() == EINTR else { break }
                continue
            }
            guard isWatched, netlab_has_stopped(status) != 0 else { break }
            if netlab_is_at_end(status) != 0 { peak = Self.peakBytes(of: process) }
            // Pass a signal on to it; other stops have none.
            _ = netlab_go_on(process, netlab_is_event(status) != 0 ? 0 : netlab_stopping_signal(status))
        }
        let time = clock.now().nanoseconds
        guard status == 0 else {
            throw Failure(line: line(arguments), reason: "it ended with status \(status >> 8 & 255)")
        }
        return Cost(time: time, processorTime: usage.processorTime, peakBytes: peak)
    }

    private static func peakBytes(of process: pid_t) -> Int64? {
        guard let text = try? KernelFile.read("/proc/\(process)/status") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        // The kernel's unit is KiB.
        return line.flatMap { Int64($0.filter(\.isNumber)) }.map { $0 * 1024 }
    }
}

extension rusage {
    /// In nanoseconds.
    var processorTime: Int64 {
        [ru_utime, ru_stime].reduce(0) { $0 + Int64($1.tv_sec) * 1_000_000_000 + Int64($1.tv_usec) * 1000 }
    }
}
