internal import CLinux
import Glibc

/// The kernel's word that the machine is short of memory: tasks of it waited for memory longer than they should
/// (`/proc/pressure/memory`).
package struct MemoryPressure: ~Copyable, Sendable {
    private static let path = "/proc/pressure/memory"

    private let descriptor: OwnedDescriptor

    /// Tells when some task waited `stalled` microseconds within any two seconds, the shortest that an ordinary user may
    /// ask for. Throws where the kernel does not say.
    package init(stalled: Int = 150_000) throws(SystemCallError) {
        let descriptor = OwnedDescriptor(
            owning: try systemCall("open", on: Self.path) {
                netlab_open(Self.path, O_RDWR | O_NONBLOCK | O_CLOEXEC, 0)
            }
        )
        let trigger = Array("some \(stalled) 2000000".utf8) + [0]
        try systemCall("write", on: Self.path) { write(descriptor.raw, trigger, trigger.count) }
        self.descriptor = descriptor
    }

    /// Waits until memory is short, which is told once for each two seconds at most, or until `wakeUp` rings: false then,
    /// and where the kernel tells no more.
    package func wait(unless wakeUp: WakeUp) -> Bool {
        var polled = [
            pollfd(fd: descriptor.raw, events: Int16(POLLPRI), revents: 0),
            pollfd(fd: wakeUp.raw, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polled, 2, -1) == -1 {
            guard netlab_errno() == EINTR else { return false }
        }
        let (told, rung) = (polled[0].revents, polled[1].revents)
        return rung == 0 && told & Int16(POLLPRI) != 0 && told & Int16(POLLERR) == 0
    }
}
