/// What a captured packet begins with, by the numbers that capture files use.
package struct LinkType: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    @inlinable
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A 4-byte address family in the recorder's byte order.
    package static let null = LinkType(rawValue: 0)
    package static let ethernet = LinkType(rawValue: 1)
    /// IPv4 or IPv6 without a link header, as Linux numbers it for a live capture; some files carry it too.
    package static let rawIPLive = LinkType(rawValue: 12)
    /// The same, as OpenBSD numbers it.
    package static let rawIPOpenBSD = LinkType(rawValue: 14)
    /// IPv4 or IPv6 without a link header, as files should number it.
    package static let rawIP = LinkType(rawValue: 101)
    /// A 4-byte address family in network order.
    package static let loop = LinkType(rawValue: 108)
    package static let linuxCooked = LinkType(rawValue: 113)
    package static let ipv4 = LinkType(rawValue: 228)
    package static let ipv6 = LinkType(rawValue: 229)
    package static let linuxCooked2 = LinkType(rawValue: 276)
}
