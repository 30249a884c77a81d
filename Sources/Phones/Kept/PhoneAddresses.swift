package import LinuxIO
package import Wire
package import WireGuard

/// The addresses of one end inside the tunnel. They follow from its number: netlab has 0, and phones count from 1.
package struct PhoneAddresses: Hashable, Sendable {
    /// 10.207.0.0, of which a network of 8 bits is used.
    private static let network4: UInt32 = 0x0ACF_0000
    /// fd6e:6c61:6200::, a network of its own (RFC 4193).
    private static let network6: UInt64 = 0xFD6E_6C61_6200_0000

    /// All IPv4 addresses inside.
    package static let network = IPv4Network(of: network4, prefixLength: 24)

    package let ip4: IPAddress
    package let ip6: IPAddress

    package static let netlab = PhoneAddresses(number: 0)

    /// `number` is below 254: the network has no more hosts.
    init(number: UInt8) {
        ip4 = .v4(Self.network4 | (UInt32(number) + 1))
        ip6 = .v6(high: Self.network6, low: UInt64(number) + 1)
    }

    /// The IPv4 address, and the IPv6 address if it is wanted.
    package func list(ip6 hasIP6: Bool) -> [IPAddress] { hasIP6 ? [ip4, ip6] : [ip4] }

    /// The same as networks of one host each.
    package func prefixes(ip6 hasIP6: Bool) -> [AddressPrefix] {
        list(ip6: hasIP6).map { AddressPrefix(host: $0) }
    }
}
