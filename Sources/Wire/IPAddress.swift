/// An IP address.
public enum IPAddress: Hashable, Sendable {
    /// In host byte order.
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64)
}

extension IPAddress: CustomStringConvertible {
    /// The usual spelling, without brackets.
    public var description: String {
        switch self {
        case .v4(let address):
            [16, 8, 0].reduce(into: Self.octets[Int(address >> 24)]) { text, shift in
                text += "."
                text += Self.octets[Int(address >> shift & 0xFF)]
            }
        case .v6(let high, let low):
            Self.text(
                groups: [high, low].flatMap { half in
                    [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> $0) }
                }
            )
        }
    }

    /// The numbers as text: logs have an address on every line, and making these costs most of it.
    private static let octets = (0...255).map { $0.description }

    /// Text by RFC 5952: lower case, with `::` for the first of the longest runs of zeros.
    private static func text(groups: [UInt16]) -> String {
        var longest = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = max(end, start + 1)
        }
        func hexadecimal(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if longest.isEmpty { return hexadecimal(groups[...]) }
        return "\(hexadecimal(groups[..<longest.lowerBound]))::\(hexadecimal(groups[longest.upperBound...]))"
    }
}

// MARK: Spellings

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

// MARK: Kinds

extension IPAddress {
    package static let loopback4 = IPAddress.v4(0x7F00_0001)
    package static let loopback6 = IPAddress.v6(high: 0, low: 1)
    /// For servers: all interfaces.
    package static let any4 = IPAddress.v4(0)
    /// For servers: all interfaces, for both families.
    package static let any6 = IPAddress.v6(high: 0, low: 0)

    package var isLoopback: Bool {
        switch self {
        case .v4(let address): address >> 24 == 127
        case .v6: self == .loopback6
        }
    }

    package var isAny: Bool { self == .any4 || self == .any6 }

    /// Stands for all addresses that one client may have: with IPv6 it is given a network, whose hosts have 64 bits.
    package var holder: IPAddress {
        switch self {
        case .v4: self
        case .v6(let high, _): isLoopback ? self : .v6(high: high, low: 0)
        }
    }

    package var isV4: Bool { if case .v4 = self { true } else { false } }

    /// True if the address is only valid together with a link.
    package var isLinkLocal: Bool {
        switch self {
        case .v4(let address): address >> 16 == 0xA9FE
        case .v6(let high, _): high >> 54 == 0xFE80 >> 6
        }
    }

    /// Turns an IPv4-mapped IPv6 address (`::ffff:192.0.2.7`) into IPv4, since a socket for both families
    /// reports IPv4 peers so.
    package var unmapped: IPAddress {
        if case .v6(0, let low) = self, low >> 32 == 0xFFFF {
            .v4(UInt32(truncatingIfNeeded: low))
        } else {
            self
        }
    }

    /// The same address as IPv6: IPv4 becomes IPv4-mapped.
    package var mapped: IPAddress {
        if case .v4(let bits) = self { .v6(high: 0, low: 0xFFFF_0000_0000 | UInt64(bits)) } else { self }
    }

    /// The spelling before a port and in URLs, with IPv6 in brackets.
    package var bracketed: String { isV4 ? description : "[\(description)]" }
}

// MARK: Parsing

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
