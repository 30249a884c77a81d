internal import CLinux
import Glibc
import Wire

extension ToolRun {
    /// What a run of a program took.
    package struct Cost: Hashable, Sendable {
        /// From its start to its end, in nanoseconds.
        package var time: Int64
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
        return Cost(time: time, peakBytes: Int64(usage.ru_maxrss) * 1024)
    }
}
