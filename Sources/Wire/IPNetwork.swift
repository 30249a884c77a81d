/// The addresses that begin with the same bits, such as `192.168.0.0/16` and `fd00::/8`.
package struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
    /// Its lowest address.
    package let base: IPAddress
    /// How many of the first bits are the same.
    package let bits: Int

    /// The network that an address is in; nil if the prefix is longer than the address. Without a length it is the address
    /// alone.
    package init?(_ address: IPAddress, bits: Int? = nil) {
        let bits = bits ?? address.width
        guard 0...address.width ~= bits else { return nil }
        self.init(of: address, bits: bits)
    }

    /// The network that an address is in. Too long a prefix counts as the whole address.
    package init(of address: IPAddress, bits: Int) {
        self.bits = min(max(bits, 0), address.width)
        base = address.network(self.bits)
    }

    /// The address alone.
    package init(host address: IPAddress) {
        self.init(of: address, bits: address.width)
    }

    /// Reads `192.168.0.0/16` or `192.168.1.20`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bits = parts.count == 2 ? Int(parts[1]) : nil
        guard let address = IPAddress(String(parts[0])), parts.count == 1 || bits != nil else { return nil }
        self.init(address, bits: bits)
    }

    /// All IPv4 addresses.
    package static let all4 = IPNetwork(of: .any4, bits: 0)
    /// All IPv6 addresses.
    package static let all6 = IPNetwork(of: .any6, bits: 0)

    /// An address whose first bits are set, and no others.
    package var mask: IPAddress {
        (base.isV4 ? IPAddress.v4(.max) : .v6(high: .max, low: .max)).network(bits)
    }

    /// IPv4 addresses within IPv6 count as IPv4.
    package func contains(_ address: IPAddress) -> Bool {
        let address = address.unmapped
        return address.isV4 == base.isV4 && address.network(bits) == base
    }

    package var description: String { "\(base)/\(bits)" }
}

extension IPAddress {
    /// How many bits it has.
    package var width: Int { isV4 ? 32 : 128 }

    /// The address with all bits after the first ones set to zero.
    package func network(_ bits: Int) -> IPAddress {
        switch self {
        case .v4(let all):
            return .v4(all & ~(UInt32.max >> UInt32(min(max(bits, 0), 32))))
        case .v6(let high, let low):
            let bits = min(max(bits, 0), 128)
            return .v6(
                high: high & ~(UInt64.max >> UInt64(min(bits, 64))),
                low: low & ~(UInt64.max >> UInt64(max(bits - 64, 0)))
            )
        }
    }

    /// Its bytes in network order: 4 or 16.
    package var octets: [UInt8] {
        switch self {
        case .v4(let address): withUnsafeBytes(of: address.bigEndian) { Array($0) }
        case .v6(let high, let low):
            withUnsafeBytes(of: high.bigEndian) { Array($0) }
                + withUnsafeBytes(of: low.bigEndian) { Array($0) }
        }
    }
}
