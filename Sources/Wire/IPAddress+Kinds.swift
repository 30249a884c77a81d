extension IPAddress {
    package static let loopback4 = IPAddress.v4(0x7F00_0001)
    package static let loopback6 = IPAddress.v6(high: 0, low: 1)
    /// Of a server: every interface.
    package static let any4 = IPAddress.v4(0)
    /// Of a server: every interface, for both families.
    package static let any6 = IPAddress.v6(high: 0, low: 0)

    package var isLoopback: Bool {
        switch self {
        case .v4(let address): address >> 24 == 127
        case .v6: self == .loopback6
        }
    }

    package var isAny: Bool { self == .any4 || self == .any6 }

    package var isV4: Bool { if case .v4 = self { true } else { false } }

    /// True where the address means something on one link alone, and says nothing without it.
    package var isLinkLocal: Bool {
        switch self {
        case .v4(let address): address >> 16 == 0xA9FE
        case .v6(let high, _): high >> 54 == 0xFE80 >> 6
        }
    }

    /// The same address, but IPv4 where it is one in IPv6's clothes (`::ffff:192.0.2.7`): so a socket of both families has
    /// its IPv4 peers.
    package var unmapped: IPAddress {
        if case .v6(0, let low) = self, low >> 32 == 0xFFFF {
            .v4(UInt32(truncatingIfNeeded: low))
        } else {
            self
        }
    }

    /// As it stands before a port and in URLs: IPv6 in brackets.
    package var bracketed: String { isV4 ? description : "[\(description)]" }
}
