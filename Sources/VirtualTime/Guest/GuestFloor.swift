internal import CLinux
import Glibc
import LinuxIO

/// What every program expects of a machine, set up inside before the first one runs.
enum GuestFloor {
    /// One that every machine's own files know: a guest that has another asks name servers for it.
    private static let hostName = "localhost"
    /// Linux's own limits on a machine with memory enough: others would follow from how much this guest has.
    private static let settings = [
        ("net/ipv4/tcp_rmem", "4096 131072 6291456"), ("net/ipv4/tcp_wmem", "4096 16384 4194304"),
        // What is set aside and never touched takes nothing.
        ("vm/overcommit_memory", "1"),
    ]
    /// The machine's own folders show through everywhere else.
    private static let mounts: [(kind: String, folder: String, options: String)] = [
        ("proc", "/proc", ""), ("sysfs", "/sys", ""), ("devtmpfs", "/dev", "mode=755"),
        ("devpts", "/dev/pts", "mode=620,ptmxmode=666"), ("tmpfs", "/dev/shm", "mode=1777"),
        ("tmpfs", "/run", "mode=755"),
    ]
    private static let tunnel: (folder: String, name: String, major: UInt32, minor: UInt32) = (
        "/dev/net", "tun", 10, 200
    )

    static func lay() throws(SystemCallError) {
        for (kind, folder, options) in mounts {
            if !Folder.exists(folder) { try Folder.make(folder, mode: 0o755) }
            try systemCall("mount", on: folder) { netlab_mount_kind(kind, folder, options) }
        }
        let path = "\(tunnel.folder)/\(tunnel.name)"
        if !WholeFile.exists(path) {
            try Folder.make(tunnel.folder, mode: 0o755)
            try systemCall("mknod", on: path) { netlab_make_device(path, tunnel.major, tunnel.minor) }
        }
        for (name, value) in settings {
            try WholeFile.write("/proc/sys/\(name)", Array("\(value)\n".utf8))
        }
        _ = netlab_name_machine(hostName)
        try Loopback.bringUpWhereDown()
        // Inherited by all that is started: every sleep would end 50 us late.
        ThreadTiming.dropSlack()
    }
}
