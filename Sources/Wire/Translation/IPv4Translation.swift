/// IPv6 addresses that stand for IPv4 ones behind a translator (RFC 6052).
package enum IPv4Translation {
    /// The prefix for local use (RFC 8215): the well-known one, 64:ff9b::/96, may not stand for private addresses.
    package static let network = IPNetwork(of: .v6(high: high, low: 0), bits: 96)
    private static let high: UInt64 = 0x0064_FF9B_0001_0000

    package static func address(for ip4: UInt32) -> IPAddress { .v6(high: high, low: UInt64(ip4)) }

    /// nil for an address that stands for none.
    package static func ip4(of address: IPAddress) -> UInt32? {
        guard case .v6(high, let low) = address, low >> 32 == 0 else { return nil }
        return UInt32(low)
    }
}
