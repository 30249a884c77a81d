internal import CLinux
import Glibc
import LinuxIO

/// Set-up inside the guest that every program expects of a machine, made before the first one runs.
enum GuestSystemSetup {
    /// A name in every machine's own files; for another name, a guest would ask name servers.
    private static let hostName = "localhost"
    /// Linux's own limits on a machine with enough memory. Its defaults would depend on the memory of this
    /// guest.
    private static let settings = [
        ("net/ipv4/tcp_rmem", "4096 131072 6291456"), ("net/ipv4/tcp_wmem", "4096 16384 4194304"),
        // Memory that is reserved and never touched costs nothing.
        ("vm/overcommit_memory", "1"),
    ]
    /// Mounts over the machine's own folders, which are visible everywhere else.
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
        // Inherited by all programs; otherwise every sleep would end 50 us late.
        ThreadTiming.dropSlack()
    }
}
