package import Wire

/// The addresses that share a prefix, such as `192.168.0.0/16`; without a prefix length a single one.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    private let base: IPAddress
    private let bits: Int

    /// nil if the prefix is longer than the address.
    package init?(_ base: IPAddress, bits: Int? = nil) {
        let width = base.isV4 ? 32 : 128
        let bits = bits ?? width
        guard 0...width ~= bits else { return nil }
        self.base = base
        self.bits = bits
    }

    /// Reads `192.168.0.0/16` or `192.168.1.20`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bits = parts.count == 2 ? Int(parts[1]) : nil
        guard let address = IPAddress(String(parts[0])), parts.count == 1 || bits != nil else { return nil }
        self.init(address, bits: bits)
    }

    package func contains(_ address: IPAddress) -> Bool {
        switch (base, address.unmapped) {
        case (.v4(let mine), .v4(let other)):
            return Self.agree(UInt64(mine) << 32, UInt64(other) << 32, on: bits)
        case (.v6(let high, let low), .v6(let otherHigh, let otherLow)):
            return Self.agree(high, otherHigh, on: min(bits, 64))
                && Self.agree(low, otherLow, on: max(0, bits - 64))
        default: return false
        }
    }

    /// Whether the first `bits` of both are the same.
    private static func agree(_ one: UInt64, _ other: UInt64, on bits: Int) -> Bool {
        bits == 0 || (one ^ other) >> UInt64(64 - bits) == 0
    }

    package var description: String { "\(base)/\(bits)" }
}
