/// Which versions of IP a line carries between its hosts.
package enum IPVersions: String, Hashable, Sendable, CaseIterable {
    case v4 = "4"
    case v6 = "6"
    /// Programs choose, and mostly take IPv6.
    case both
    /// The client's side has IPv6 only, and the origin IPv4 only, as on many mobile networks: names are given IPv6 addresses
    /// (DNS64) which a translator behind the line maps to IPv4 (NAT64).
    case nat64

    /// Whether the client's host has an address of that version.
    package var clientHasV4: Bool { self == .v4 || self == .both }
    package var clientHasV6: Bool { self != .v4 }
    /// The same for the origin's host.
    package var originHasV4: Bool { self != .v6 }
    package var originHasV6: Bool { self != .v4 }
}
