/// Which IPv4 address stands for which IPv6 address at a translator, both ways.
///
/// Its clients have IPv6 addresses; servers have IPv4 addresses, for which `IPv4Translation` has IPv6 ones.
package struct AddressMapping: Hashable, Sendable {
    /// Clients that are numbered alike in a network of each kind.
    package struct Clients: Hashable, Sendable {
        package let ip4: IPNetwork
        private let ip6: IPNetwork

        /// The networks have as many addresses; nil if they have not, or are no networks of these kinds.
        package init?(ip4: IPNetwork, ip6: IPNetwork) {
            guard ip4.base.isV4, !ip6.base.isV4, ip6.bits - ip4.bits == 96 else { return nil }
            (self.ip4, self.ip6) = (ip4, ip6)
        }

        private var numbers: UInt64 { UInt64(UInt32.max) >> UInt64(ip4.bits) }

        func ip4(of address: IPAddress) -> UInt32? {
            guard ip6.contains(address), case .v6(_, let low) = address, case .v4(let base) = ip4.base else {
                return nil
            }
            return base | UInt32(low & numbers)
        }

        func ip6(of address: UInt32) -> IPAddress? {
            guard ip4.contains(.v4(address)), case .v6(let high, let low) = ip6.base else { return nil }
            return .v6(high: high, low: low | UInt64(address) & numbers)
        }
    }

    private let clients: [Clients]

    package init(_ clients: [Clients]) {
        self.clients = clients
    }

    /// nil if nothing stands for the address.
    func ip4(of address: IPAddress) -> UInt32? {
        IPv4Translation.ip4(of: address) ?? clients.lazy.compactMap { $0.ip4(of: address) }.first
    }

    func ip6(of address: UInt32) -> IPAddress {
        clients.lazy.compactMap { $0.ip6(of: address) }.first ?? IPv4Translation.address(for: address)
    }
}
