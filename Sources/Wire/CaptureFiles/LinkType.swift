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
    package static let arcnet = LinkType(rawValue: 7)
    /// The same with Linux's header.
    package static let arcnetLinux = LinkType(rawValue: 129)
    /// IPv4 or IPv6 without a link header, as Linux numbers it for a live capture; some files carry it too.
    package static let rawIPLive = LinkType(rawValue: 12)
    /// The same, as OpenBSD numbers it.
    package static let rawIPOpenBSD = LinkType(rawValue: 14)
    /// IPv4 or IPv6 without a link header, as files should number it.
    package static let rawIP = LinkType(rawValue: 101)
    /// A 4-byte address family in network order.
    package static let loop = LinkType(rawValue: 108)
    package static let linuxCooked = LinkType(rawValue: 113)
    /// A PPP frame, HDLC's address and control in front of it or not.
    package static let ppp = LinkType(rawValue: 9)
    package static let pppHDLC = LinkType(rawValue: 50)
    package static let pppEthernet = LinkType(rawValue: 51)
    package static let ciscoHDLC = LinkType(rawValue: 104)
    package static let wireless = LinkType(rawValue: 105)
    /// Wireless frames behind a header of the radio's: three kinds of it.
    package static let wirelessPrism = LinkType(rawValue: 119)
    package static let wirelessRadiotap = LinkType(rawValue: 127)
    package static let wirelessAVS = LinkType(rawValue: 163)
    /// Apple's header, as its systems number it in some files.
    package static let pktapUser = LinkType(rawValue: 149)
    package static let mpls = LinkType(rawValue: 219)
    package static let ipv4 = LinkType(rawValue: 228)
    package static let ipv6 = LinkType(rawValue: 229)
    /// What Linux's packet filter logs.
    package static let nflog = LinkType(rawValue: 239)
    /// Apple's header, which names interface and process, ahead of another link type's packet.
    package static let pktap = LinkType(rawValue: 258)
    /// A 16-byte header, then IP.
    package static let slip = LinkType(rawValue: 8)
    /// A header that says its own length and what follows it.
    package static let perPacketInformation = LinkType(rawValue: 192)
    /// InfiniBand's own header, then an EtherType.
    package static let infiniBand = LinkType(rawValue: 242)
    /// Ethernet as it goes between a switch's chip and its processor, with the chip's tag: of Broadcom's within the frame or ahead
    /// of it, of Marvell's without or with an EtherType.
    package static let broadcomTag = LinkType(rawValue: 281)
    package static let broadcomTagAhead = LinkType(rawValue: 282)
    package static let marvellTag = LinkType(rawValue: 284)
    package static let marvellTypedTag = LinkType(rawValue: 285)
    package static let linuxCooked2 = LinkType(rawValue: 276)
}
