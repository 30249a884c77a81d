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
    func arguments(
        process: Int32,
        interface: String,
        _ addresses: UplinkAddresses,
        mtu: Int,
        hasIPv6: Bool
    ) -> [String] {
        switch self {
        case .pasta:
            [
                "--foreground", "--quiet", "--config-net", "--no-netns-quit", "--no-map-gw",
                "--tcp-ports", "none", "--udp-ports", "none", "--tcp-ns", "none", "--udp-ns", "none",
                "--ns-ifname", interface, "--mtu", "\(mtu)",
                "--address", "\(IPAddress.v4(addresses.host))", "--netmask", "30",
                "--gateway", "\(IPAddress.v4(addresses.machine))",
            ]
                + (hasIPv6
                    ? ["--address", "\(addresses.host6)", "--gateway", "\(addresses.machine6)"]
                    : ["--ipv4-only"])
                + ["\(process)"]
        case .slirp4netns:
            [
                "--configure", "--mtu", "\(mtu)", "--disable-host-loopback", "--disable-dns",
                "--cidr", "\(IPAddress.v4(addresses.network & 0xFFFF_FF00))/24",
            ] + (hasIPv6 ? ["--enable-ipv6"] : []) + ["\(process)", interface]
        }
    }

    /// The IPv6 addresses that the interface must be given, and the router's; nil if the program gives them. slirp4netns has
    /// fd00::/64, is its router at fd00::2, and asks for the interface's from a link-local address.
    var ownIPv6: (interface: [IPAddress], router: IPAddress)? {
        switch self {
        case .pasta: nil
        case .slirp4netns:
            (
                [.v6(high: 0xFE80 << 48, low: 0x64), .v6(high: 0xFD00 << 48, low: 0x64)],
                .v6(high: 0xFD00 << 48, low: 2)
            )
        }
    }
}
