/// Whether the calling thread's network namespace passes packets on that are for others: one case for each version of IP.
package enum PacketForwarding: Sendable {
    case v4, v6

    package static func turnOn(_ version: PacketForwarding) throws(SystemCallError) {
        let setting =
            switch version {
            case .v4: "ipv4/ip_forward"
            case .v6: "ipv6/conf/all/forwarding"
            }
        try KernelFile.write("1", to: "/proc/sys/net/\(setting)")
    }
}
