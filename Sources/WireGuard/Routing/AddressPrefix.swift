package import Wire

/// An address and how many of its first bits name a network: `10.9.0.2/32`, `fd00::/8`.
package struct AddressPrefix: Hashable, Sendable, CustomStringConvertible {
    /// With all of its bits, also those after the prefix.
    package let address: IPAddress
    package let bits: Int

    /// nil if the prefix is longer than the address. Without a length it is the whole address.
    package init?(_ address: IPAddress, bits: Int? = nil) {
        let bits = bits ?? address.width
        guard 0...address.width ~= bits else { return nil }
        self.address = address
        self.bits = bits
    }

    /// The address alone.
    package init(host address: IPAddress) {
        self.address = address
        bits = address.width
    }

    /// Reads `10.9.0.0/24` or a single address; nil for any other text.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, let address = IPAddress(String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            self.init(address)
            return
        }
        let digits = parts[1].utf8
        // `Int` takes signs and leading zeroes.
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30 || digits.count == 1,
            let bits = Int(parts[1])
        else { return nil }
        self.init(address, bits: bits)
    }

    package var description: String { "\(address)/\(bits)" }

    /// All IPv4 addresses.
    package static let all4 = AddressPrefix(network: .any4, bits: 0)
    /// All IPv6 addresses.
    package static let all6 = AddressPrefix(network: .any6, bits: 0)

    /// The network alone: bits after the prefix are zero.
    package var network: AddressPrefix { Self.network(of: address, bits: bits) }

    private init(network: IPAddress, bits: Int) {
        address = network
        self.bits = bits
    }

    /// `bits` fit the address.
    static func network(of address: IPAddress, bits: Int) -> AddressPrefix {
        AddressPrefix(network: address.network(bits), bits: bits)
    }
}
