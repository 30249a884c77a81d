/// Whether the calling thread's network namespace passes packets on that are for others: one case for each version of IP.
package enum PacketForwarding: String, Hashable, Sendable {
    case v4, v6

    /// The kernel's setting.
    var setting: String {
        switch self {
        case .v4: "/proc/sys/net/ipv4/ip_forward"
        case .v6: "/proc/sys/net/ipv6/conf/all/forwarding"
        }
    }

    package static func turnOn(_ version: PacketForwarding) throws(SystemCallError) {
        try KernelFile.write("1", to: version.setting)
    }
}
