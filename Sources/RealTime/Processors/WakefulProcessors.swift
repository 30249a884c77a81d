internal import CLinux
import Glibc
internal import LinuxIO

/// Keeps the machine's idle processors from sleeping, for as long as anybody has one of these. From any thread.
///
/// A processor that slept takes its time to wake: up to some hundred microseconds by itself, milliseconds in a virtual
/// machine whose host gave it to another meanwhile. One that is kept awake costs power, but stands in nobody's way.
package struct WakefulProcessors: ~Copyable, Sendable {
    package static let path = "/dev/cpu_dma_latency"

    private let request: OwnedDescriptor

    private init(_ request: consuming OwnedDescriptor) {
        self.request = request
    }

    /// nil where this user may not ask for it, or the kernel knows nothing of it.
    package static func hold() -> WakefulProcessors? {
        let raw = netlab_open(path, O_WRONLY | O_CLOEXEC, 0)
        guard raw >= 0 else { return nil }
        let processors = WakefulProcessors(OwnedDescriptor(owning: raw))
        // Microseconds that a processor may take to wake. The request stands until the file is closed.
        var latency: Int32 = 0
        guard write(raw, &latency, MemoryLayout<Int32>.size) == MemoryLayout<Int32>.size else { return nil }
        return processors
    }
}
