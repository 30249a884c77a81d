internal import CLinux
import Glibc

/// A program that runs beside this one until it is stopped, with its resource usage.
package struct RunningTool: ~Copyable {
    private let process: pid_t

    init(process: pid_t) {
        self.process = process
    }

    deinit {
        kill(process, SIGTERM)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, netlab_errno() == EINTR {}
    }

    /// Processor time of its current threads in nanoseconds.
    package var processorTime: Int64 {
        threads.reduce(0) { $0 + (Self.numbers("\($1)/schedstat").first ?? 0) }
    }

    /// Resident memory at this moment, in bytes.
    package var residentBytes: Int64 {
        Self.numbers("/proc/\(process)/statm").dropFirst().first.map {
            $0 * Int64(sysconf(Int32(_SC_PAGESIZE)))
        } ?? 0
    }

    private var threads: [String] {
        let folder = "/proc/\(process)/task"
        return (try? Folder.names(in: folder))?.map { "\(folder)/\($0)" } ?? []
    }

    private static func numbers(_ path: String) -> [Int64] {
        (try? KernelFile.read(path))?.split(separator: " ").compactMap { Int64($0.filter(\.isNumber)) } ?? []
    }
}
