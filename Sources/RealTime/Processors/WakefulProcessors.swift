internal import CLinux
import Glibc
internal import LinuxIO

/// Keeps the machine's idle processors from sleeping as long as one of these exists. May be used from any
/// thread.
///
/// A sleeping processor takes time to wake: up to some hundred microseconds, and milliseconds in a virtual
/// machine whose host gave it to others meanwhile. A processor kept awake costs power, but does not slow
/// others.
package struct WakefulProcessors: ~Copyable, Sendable {
    package static let path = "/dev/cpu_dma_latency"

    private let request: OwnedDescriptor

    private init(_ request: consuming OwnedDescriptor) {
        self.request = request
    }

    /// nil if this user may not request it, or the kernel does not support it.
    package static func hold() -> WakefulProcessors? {
        let raw = netlab_open(path, O_WRONLY | O_CLOEXEC, 0)
        guard raw >= 0 else { return nil }
        let processors = WakefulProcessors(OwnedDescriptor(owning: raw))
        // Microseconds that a processor may take to wake. The request holds until the file is closed.
        var latency: Int32 = 0
        guard write(raw, &latency, MemoryLayout<Int32>.size) == MemoryLayout<Int32>.size else { return nil }
        return processors
    }
}
