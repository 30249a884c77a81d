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
