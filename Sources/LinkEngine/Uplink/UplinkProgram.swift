import Wire

/// A program that gives an ordinary user's network namespace the machine's network.
package enum UplinkProgram: String, Hashable, Sendable, CaseIterable {
    case slirp4netns
    case pasta

    /// Its Debian package.
    package var package: String {
        switch self {
        case .pasta: "passt"
        case .slirp4netns: "slirp4netns"
        }
    }

    /// Its arguments for the network namespace of a process's main thread. No port of the machine is
    /// forwarded to the bench, and the bench cannot reach the machine's own loopback.
    func arguments(process: Int32, interface: String, _ addresses: UplinkAddresses, mtu: Int) -> [String] {
        switch self {
        case .pasta:
            [
                "--foreground", "--quiet", "--config-net", "--ipv4-only", "--no-netns-quit", "--no-map-gw",
                "--tcp-ports", "none", "--udp-ports", "none", "--tcp-ns", "none", "--udp-ns", "none",
                "--ns-ifname", interface, "--mtu", "\(mtu)",
                "--address", "\(IPAddress.v4(addresses.host))", "--netmask", "30",
                "--gateway", "\(IPAddress.v4(addresses.machine))",
                "\(process)",
            ]
        case .slirp4netns:
            [
                "--configure", "--mtu", "\(mtu)", "--disable-host-loopback", "--disable-dns",
                "--cidr", "\(IPAddress.v4(addresses.network & 0xFFFF_FF00))/24", "\(process)", interface,
            ]
        }
    }
}
