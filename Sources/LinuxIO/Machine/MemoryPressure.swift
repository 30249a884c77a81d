internal import CLinux
import Glibc

/// The kernel's word that memory is short: tasks waited for it longer than they should. A container may be short of it on
/// a machine that is not, so that the process's own control group is asked where it tells (`memory.pressure`), else the
/// machine (`/proc/pressure/memory`).
package struct MemoryPressure: ~Copyable, Sendable {
    static let ofMachine = "/proc/pressure/memory"

    private let descriptor: OwnedDescriptor

    /// Tells when some task waited `stalled` microseconds within any two seconds, the shortest that an ordinary user may
    /// ask for. Throws where the kernel does not say.
    package init(stalled: Int = 150_000) throws(SystemCallError) {
        let groups = (try? KernelFile.read("/proc/self/cgroup")) ?? ""
        let own = Self.ofGroup(groups).flatMap { access($0, R_OK | W_OK) == 0 ? $0 : nil }
        try self.init(own ?? Self.ofMachine, stalled: stalled)
    }

    private init(_ path: String, stalled: Int) throws(SystemCallError) {
        let descriptor = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC, 0)
            }
        )
        let trigger = Array("some \(stalled) 2000000".utf8) + [0]
        try systemCall("write", on: path) { write(descriptor.raw, trigger, trigger.count) }
        self.descriptor = descriptor
    }

    /// Where the group tells that `/proc/self/cgroup` names; nil where that is the root, or of the first version.
    static func ofGroup(_ groups: String) -> String? {
        guard let line = groups.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix("0::/") }),
            line != "0::/"
        else { return nil }
        return "/sys/fs/cgroup\(line.dropFirst(3))/memory.pressure"
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
