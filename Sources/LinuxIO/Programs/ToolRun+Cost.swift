internal import CLinux
import Glibc
import Wire

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
