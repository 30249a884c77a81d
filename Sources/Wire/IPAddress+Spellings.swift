extension IPAddress {
    /// Parses what the system's resolver takes for an address, as `inet_aton` does: one to four numbers, decimal,
    /// octal (`0251`) or hexadecimal (`0xA9`), of which the last one fills the rest: `169.254.43518`, `2852039166`. A
    /// dot may follow. nil for any other text.
    package init?(anySpelling text: String) {
        let plain = text.hasSuffix(".") ? text.dropLast() : text[...]
        if let address = IPAddress(String(plain)) {
            self = address
            return
        }
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false).map { Self.number($0) }
        guard 1...4 ~= parts.count else { return nil }
        var address: UInt32 = 0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            let bits = isLast ? 8 * (4 - index) : 8
            guard let part, part >> UInt64(bits) == 0 else { return nil }
            address = bits == 32 ? UInt32(part) : address << UInt32(bits) | UInt32(part)
        }
        self = .v4(address)
    }

    private static func number(_ text: Substring) -> UInt64? {
        // `UInt64` takes a sign.
        guard let first = text.utf8.first, (0x30...0x39).contains(first), text.utf8.count <= 32 else {
            return nil
        }
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            let digits = text.dropFirst(2)
            guard digits.allSatisfy(\.isHexDigit) else { return nil }
            // `0x` alone is 0 for some resolvers.
            return digits.isEmpty ? 0 : UInt64(digits, radix: 16)
        }
        return UInt64(text, radix: first == 0x30 ? 8 : 10)
    }
}
