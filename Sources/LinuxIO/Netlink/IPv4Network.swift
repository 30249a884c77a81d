import Wire

/// A network of IPv4 addresses: those that begin with the same bits.
package struct IPv4Network: Hashable, Sendable, CustomStringConvertible {
    /// Its lowest address, most significant octet first.
    package let base: UInt32
    package let prefixLength: Int

    /// The network that an address is in.
    package init(of address: UInt32, prefixLength: Int) {
        self.prefixLength = min(max(prefixLength, 0), 32)
        base = address & Self.mask(self.prefixLength)
    }

    package func contains(_ address: UInt32) -> Bool { address & mask == base }

    var mask: UInt32 { Self.mask(prefixLength) }

    private static func mask(_ length: Int) -> UInt32 { ~(UInt32.max >> UInt32(length)) }

    package var description: String { "\(IPAddress.v4(base))/\(prefixLength)" }
}
