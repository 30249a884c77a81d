internal import CLinux
import Glibc
internal import LinuxIO
package import Wire

/// How long threads on this machine waited for a processor, as the kernel counts it. May be used from any
/// thread.
package final class ProcessorPressure: Sendable {
    private static let path = "/proc/pressure/cpu"
    /// More than enough for the first line.
    private static let longestText = 256

    private let file: OwnedDescriptor

    private init(_ file: consuming OwnedDescriptor) {
        self.file = file
    }

    /// nil if the kernel does not count it.
    package static func ofThisMachine() -> ProcessorPressure? {
        let raw = netlab_open(path, O_RDONLY | O_CLOEXEC, 0)
        guard raw >= 0 else { return nil }
        let pressure = ProcessorPressure(OwnedDescriptor(owning: raw))
        return pressure.waited() == nil ? nil : pressure
    }

    /// Time since the machine's start in which at least one thread was ready but could not run.
    package func waited() -> Nanoseconds? {
        let text = [UInt8](unsafeUninitializedCapacity: Self.longestText) { free, filled in
            filled = max(0, pread(file.raw, free.baseAddress, free.count, 0))
        }
        return Self.waited(text: String(decoding: text, as: UTF8.self))
    }

    /// Reads the line for "some threads waiting": `some avg10=0.00 avg60=0.00 avg300=0.00 total=1234`, in
    /// microseconds.
    package static func waited(text: String) -> Nanoseconds? {
        guard let line = text.split(separator: "\n").first, line.hasPrefix("some "),
            let total = line.split(separator: " ").last, total.hasPrefix("total="),
            let microseconds = Int64(total.dropFirst("total=".count))
        else { return nil }
        let (time, isTooLong) = microseconds.multipliedReportingOverflow(by: 1000)
        return isTooLong ? nil : time
    }
}
