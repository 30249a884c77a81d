/// Whether the calling thread's network namespace passes packets on that are for others.
package enum PacketForwarding {
    package enum Version: Sendable {
        case v4, v6
    }

    package static func turnOn(_ versions: [Version]) throws(SystemCallError) {
        for version in versions {
            let setting =
                switch version {
                case .v4: "ipv4/ip_forward"
                case .v6: "ipv6/conf/all/forwarding"
                }
            try KernelFile.write("1", to: "/proc/sys/net/\(setting)")
        }
    }
}
