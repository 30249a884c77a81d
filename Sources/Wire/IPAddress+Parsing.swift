extension IPAddress {
    /// Parses an address in its usual spelling, without brackets or a zone: `10.0.0.1`, `fd00::1`,
    /// `::ffff:10.0.0.1`, which is 10.0.0.1. nil for any other text.
    package init?(_ text: String) {
        if let address = Self.v4(text[...]) {
            self = .v4(address)
        } else if let (high, low) = Self.v6(text) {
            self = Self.v6(high: high, low: low).unmapped
        } else {
            return nil
        }
    }

    private static func v4(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            let isSpelt =
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (part == "0" || part.first != "0")
            guard isSpelt, let byte = UInt8(part) else { return nil }
            address = address << 8 | UInt32(byte)
        }
        return address
    }

    private static func v6(_ text: String) -> (UInt64, UInt64)? {
        // Most texts are names: they need no search.
        guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        var groups: [UInt16]
        if let gap = text.firstRange(of: "::") {
            let rest = text[gap.upperBound...]
            guard let front = v6(groups: text[..<gap.lowerBound], isFront: true), let back = v6(groups: rest),
                !rest.hasPrefix(":"), front.count + back.count < 8
            else { return nil }
            groups = front + [UInt16](repeating: 0, count: 8 - front.count - back.count) + back
        } else {
            guard let whole = v6(groups: text[...]), whole.count == 8 else { return nil }
            groups = whole
        }
        let halves = [groups[..<4], groups[4...]].map { $0.reduce(0 as UInt64) { $0 << 16 | UInt64($1) } }
        return (halves[0], halves[1])
    }

    /// The groups between colons; the address's last may be an IPv4 address, which makes two. nil if one is
    /// malformed.
    private static func v6(groups text: Substring, isFront: Bool = false) -> [UInt16]? {
        if text.isEmpty { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if !isFront, index == parts.count - 1, let address = v4(part) {
                groups += [UInt16(address >> 16), UInt16(truncatingIfNeeded: address)]
            } else {
                let isSpelt = 1...4 ~= part.utf8.count && part.allSatisfy(\.isHexDigit)
                guard isSpelt, let group = UInt16(part, radix: 16) else { return nil }
                groups.append(group)
            }
        }
        return groups
    }
}
