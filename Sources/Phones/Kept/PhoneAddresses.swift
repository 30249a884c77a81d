package import LinkModel
package import Wire
package import WireGuard

/// The addresses of one end inside the tunnel. They follow from its number: netlab has 0, and phones count from 1.
package struct PhoneAddresses: Hashable, Sendable {
    /// 10.207.0.0, of which a network of 8 bits is used.
    private static let network4: UInt32 = 0x0ACF_0000
    /// 2001:2:0:ffff::, of the range reserved for benchmarks. Phones prefer such an address to IPv4, as they prefer one of the
    /// internet, and a private one they do not.
    private static let network6: UInt64 = 0x2001_0002_0000_FFFF

    /// All IPv4 addresses inside, and as many IPv6 addresses.
    package static let networks = (
        ip4: IPNetwork(of: .v4(network4), bits: 24),
        ip6: IPNetwork(of: .v6(high: network6, low: 0), bits: 120)
    )

    package let ip4: IPAddress
    package let ip6: IPAddress

    package static let netlab = PhoneAddresses(number: 0)

    /// `number` is below 254: the network has no more hosts.
    init(number: UInt8) {
        ip4 = .v4(Self.network4 | (UInt32(number) + 1))
        ip6 = .v6(high: Self.network6, low: UInt64(number) + 1)
    }

    /// The addresses in the versions of IP that a line carries.
    package func list(_ ip: IPVersions) -> [IPAddress] {
        (ip.clientHasV4 ? [ip4] : []) + (ip.clientHasV6 ? [ip6] : [])
    }

    /// The same as networks of one host each.
    package func prefixes(_ ip: IPVersions) -> [AddressPrefix] { list(ip).map { AddressPrefix(host: $0) } }
}
