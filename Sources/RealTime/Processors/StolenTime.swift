import Glibc
import LinuxIO
package import Wire

/// Processor time that a virtual machine wanted but its host gave to others, as the kernel counts it.
package enum StolenTime {
    private static let path = "/proc/stat"
    /// Column of the stolen time behind the line's name.
    private static let column = 7

    /// Total over all processors since the machine's start; nil if the kernel does not count it. Zero on a
    /// physical machine, and if the host does not report it.
    package static func ofThisMachine() -> Nanoseconds? {
        guard let text = try? KernelFile.read(path) else { return nil }
        return stolen(text: text, ticksPerSecond: Int64(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// Reads the line for all processors: `cpu  4114457 263 672136 8776787 67198 0 48345 38923 0 0`, in
    /// ticks.
    package static func stolen(text: String, ticksPerSecond: Int64) -> Nanoseconds? {
        guard ticksPerSecond > 0, let line = text.split(separator: "\n").first else { return nil }
        let words = line.split(separator: " ")
        guard words.first == "cpu", words.count > column + 1, let ticks = Int64(words[column + 1]), ticks >= 0
        else { return nil }
        let (time, isTooLong) = ticks.multipliedReportingOverflow(by: 1_000_000_000 / ticksPerSecond)
        return isTooLong ? nil : time
    }
}
