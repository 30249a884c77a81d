internal import CLinux
import Glibc
package import LinuxIO

/// Which processors carry what an interface receives through the host's protocols, up to the answer that goes back.
///
/// By itself that is done by the thread that hands the packet over.
package enum ReceiveSteering {
    /// For an interface of the calling thread's namespace, whose packets come by one queue.
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

    /// What `/sys` is, for the namespace of the calling thread and not for the one in which it was mounted.
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
