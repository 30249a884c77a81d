package import LinuxIO
package import Wire

/// The addresses at the two ends of an uplink, a network of four each, from 198.19.0.0/16: a part of the
/// benchmark range that the bench itself does not use. Those of IPv6 have the same number in such a part of 2001:2::/48.
package struct UplinkAddresses: Hashable, Sendable {
    private static let range: UInt32 = 0xC613_0000
    /// Networks of four addresses in the range.
    private static let count: UInt32 = 1 << 14
    private static let prefixLength = 30
    private static let network6: UInt64 = 0x2001_0002_0000_FFFE
    private static let prefixLength6 = 126
    private static let mask: UInt32 = 0xFFFF_FFFC

    package let network: UInt32

    /// The machine's end.
    package var machine: UInt32 { network + 1 }
    /// The end on the origin's host.
    package var host: UInt32 { network + 2 }

    /// The same of IPv6.
    package var machine6: IPAddress { .v6(high: Self.network6, low: UInt64(network - Self.range) + 1) }
    package var host6: IPAddress { .v6(high: Self.network6, low: UInt64(network - Self.range) + 2) }

    /// Both ends for each version of IP that the way carries.
    func ends(hasIPv6: Bool) -> [(machine: IPAddress, host: IPAddress, prefixLength: Int)] {
        [(.v4(machine), .v4(host), Self.prefixLength)]
            + (hasIPv6 ? [(machine6, host6, Self.prefixLength6)] : [])
    }

    init(index: UInt32) {
        network = Self.range + index % Self.count * 4
    }

    /// The first network to which no route leads, searched from number `start`, which may be any number; nil
    /// if all are taken.
    package static func free(in table: RouteTable, from start: UInt32) -> UplinkAddresses? {
        for step in 0..<count {
            let candidate = UplinkAddresses(index: start % count + step)
            if !table.reaches(candidate.network, mask: mask) { return candidate }
        }
        return nil
    }
}
