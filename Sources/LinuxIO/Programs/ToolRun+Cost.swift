internal import CLinux
import Glibc
import Wire

extension ToolRun {
    /// What a run of a program took.
    package struct Cost: Hashable, Sendable {
        /// From its start to its end, in nanoseconds.
        package var time: Int64
        /// Of the processor, its own and that of the programs that it started and waited for, in nanoseconds.
        package var processorTime: Int64
        /// The most memory that it had from the machine at once, in bytes; nil where that could not be watched.
        package var peakBytes: Int64?
    }

    /// Runs it to its end, whatever it prints, and says what that took.
    ///
    /// Its memory is read when it is about to end. What `wait4` tells of it instead would begin with all that this
    /// program had when it started it.
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
            // A signal goes on to it; where it stopped for anything else there is none.
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
        // The kernel counts it in KiB.
        return line.flatMap { Int64($0.filter(\.isNumber)) }.map { $0 * 1024 }
    }
}

extension rusage {
    /// In nanoseconds.
    var processorTime: Int64 {
        [ru_utime, ru_stime].reduce(0) { $0 + Int64($1.tv_sec) * 1_000_000_000 + Int64($1.tv_usec) * 1000 }
    }
}
