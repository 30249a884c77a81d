internal import CLinux
import Glibc
package import LinuxIO

/// The processors that take an interface's received packets through the host's protocols, including the
/// answer.
///
/// By default, the thread that hands a packet over does this work.
package enum ReceiveSteering {
    /// Steers an interface in the calling thread's namespace that has one receive queue.
    package static func keep(_ interface: String, to processors: ProcessorSet) throws(SystemCallError) {
        let settings = try interfaces()
        let path = "class/net/\(interface)/queues/rx-0/rps_cpus"
        let raw = try systemCall("open", on: path) {
            netlab_open_beneath(settings.raw, path, O_WRONLY)
        }
        let file = OwnedDescriptor(owning: raw)
        let bytes = Array(processors.mask.utf8)
        try systemCall("write", on: path) { write(file.raw, bytes, bytes.count) }
    }

    /// A mount of `/sys` for the calling thread's namespace. The existing mount shows the namespace in which
    /// it was made.
    private static func interfaces() throws(SystemCallError) -> OwnedDescriptor {
        let context = OwnedDescriptor(
            owning: try systemCall("fsopen", on: "sysfs") { netlab_filesystem("sysfs") }
        )
        try systemCall("fsconfig", on: "sysfs") { netlab_make_filesystem(context.raw) }
        return OwnedDescriptor(
            owning: try systemCall("fsmount", on: "sysfs") { netlab_open_filesystem(context.raw) }
        )
    }
}
