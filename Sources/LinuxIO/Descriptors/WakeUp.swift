internal import CLinux
import Glibc

/// Wakes a polling thread: an eventfd that any thread may ring and its one owner drains.
package final class WakeUp: Sendable {
    private let descriptor: OwnedDescriptor

    package init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(owning: try systemCall("eventfd") { netlab_eventfd() })
    }

    /// For poll and epoll. Borrowed.
    package var raw: Int32 { descriptor.raw }

    package func ring() {
        var one: UInt64 = 1
        // Fails only if the counter is full, in which case the sleeper is already being woken.
        _ = write(descriptor.raw, &one, 8)
    }

    /// Sleeps until it has been rung since the last drain, and drains it. A signal may end the sleep early.
    package func wait() {
        Readiness.wait(for: [raw])
        drain()
    }

    package func drain() {
        var count: UInt64 = 0
        _ = read(descriptor.raw, &count, 8)
    }
}
