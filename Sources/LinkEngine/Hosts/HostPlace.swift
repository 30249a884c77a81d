package import LinkModel
package import Wire

/// Which interfaces and addresses the two ends of a line have.
///
/// Several lines can begin on one client's host. Each leads to an origin's host of its own.
package struct HostPlace: Hashable, Sendable {
    /// The numbers of lines beside the first: 198.18.0.0/15 has so many networks of 256 addresses left.
    package static let besides = 1...511
    /// The line of a client's host that is made with it.
    package static let first = HostPlace(number: 0)

    package let number: Int

    private init(number: Int) {
        self.number = number
    }

    /// A line that begins on the client's host of the calling thread; nil if there is no such number.
    package init?(beside number: Int) {
        guard Self.besides.contains(number) else { return nil }
        self.number = number
    }

    /// True if the client's host is there already.
    var isBeside: Bool { number > 0 }

    package var clientInterface: String { "client\(number)" }
    package var originInterface: String { "origin\(number)" }
    package var clientAddress: UInt32 { 0xC612_0001 + UInt32(number) << 8 }
    package var originAddress: UInt32 { 0xC612_0002 + UInt32(number) << 8 }
    package var originAddressText: String { IPAddress.v4(originAddress).description }

    /// IPv6 addresses, of 2001:2::/48, the range reserved for benchmarks: programs prefer them to IPv4 as they prefer those of
    /// the internet, and private ones they do not.
    package var clientAddress6: IPAddress { .v6(high: Self.network6 | UInt64(number), low: 1) }
    package var originAddress6: IPAddress { .v6(high: Self.network6 | UInt64(number), low: 2) }
    /// The origin's where nobody reaches it.
    package var faultyAddress6: IPAddress { .v6(high: Self.network6 | UInt64(number), low: 3) }
    static let prefixLength6 = 64
    private static let network6: UInt64 = 0x2001_0002_0000_0000

    /// The client's host where a translator gives it an IPv4 address.
    var translatedClients: AddressMapping.Clients? {
        AddressMapping.Clients(
            ip4: IPNetwork(host: .v4(clientAddress)),
            ip6: IPNetwork(host: clientAddress6)
        )
    }

    /// Addresses of the client's host, in the versions of IP that the line carries.
    package func clientAddresses(_ ip: IPVersions) -> [IPAddress] {
        (ip.clientHasV4 ? [.v4(clientAddress)] : []) + (ip.clientHasV6 ? [clientAddress6] : [])
    }

    /// The same for the origin's host.
    package func originAddresses(_ ip: IPVersions) -> [IPAddress] {
        (ip.originHasV4 ? [.v4(originAddress)] : []) + (ip.originHasV6 ? [originAddress6] : [])
    }

    /// Where the origin itself listens.
    package func originServes(_ link: LinkParameters) -> (first: IPAddress, other: IPAddress?) {
        switch link.ip {
        case .v4, .nat64: (.v4(originAddress), nil)
        case .v6: (originAddress6, nil)
        case .both: (.v4(originAddress), link.ip6Fault == nil ? originAddress6 : nil)
        }
    }

    /// All of 198.18.0.0/15, the range reserved for benchmarks, is across the first line, but for the networks of the
    /// others.
    var prefixLength: Int { isBeside ? 24 : 15 }
}
