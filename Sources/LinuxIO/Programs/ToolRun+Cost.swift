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
        /// The most memory that it had from the machine at once, in bytes.
        package var peakBytes: Int64
    }

    /// Runs it to its end, whatever it prints, and says what that took.
    package func cost(_ arguments: [String]) throws(Failure) -> Cost {
        let clock = RunClock()
        let process = try start(arguments, output: nil, errors: nil)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) == -1, netlab_errno() == EINTR {}
        let time = clock.now().nanoseconds
        guard status == 0 else {
            throw Failure(line: line(arguments), reason: "it ended with status \(status >> 8 & 255)")
        }
        // The kernel counts it in KiB.
        let peak = Int64(usage.ru_maxrss) * 1024
        let spent = [usage.ru_utime, usage.ru_stime].reduce(Int64(0)) { sum, part in
            sum + Int64(part.tv_sec) * 1_000_000_000 + Int64(part.tv_usec) * 1000
        }
        return Cost(time: time, processorTime: spent, peakBytes: peak)
    }
}
