internal import CLinux
import Glibc

/// Notices from the kernel that memory is short because tasks wait for it. A container may be short of memory
/// while its machine is not, so it watches the process's control group if possible (`memory.pressure`), else
/// the machine (`/proc/pressure/memory`).
package struct MemoryPressure: ~Copyable, Sendable {
    static let ofMachine = "/proc/pressure/memory"

    private let descriptor: OwnedDescriptor

    /// Reports when some task waited `stalled` microseconds within any two seconds, the shortest window for
    /// unprivileged users. Throws if the kernel does not support it.
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

    /// The pressure file of the control group in `/proc/self/cgroup`; nil for the root group and for version
    /// 1.
    static func ofGroup(_ groups: String) -> String? {
        guard let line = groups.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix("0::/") }),
            line != "0::/"
        else { return nil }
        return "/sys/fs/cgroup\(line.dropFirst(3))/memory.pressure"
    }

    /// Waits until memory is short (reported at most once in two seconds) or `wakeUp` rings. False if
    /// `wakeUp` rang, or the kernel no longer reports.
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
