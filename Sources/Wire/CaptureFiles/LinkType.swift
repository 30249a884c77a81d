/// Type of a captured packet's first header, by its number in capture files.
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
    /// ARCNET with Linux's header.
    package static let arcnetLinux = LinkType(rawValue: 129)
    /// IPv4 or IPv6 without a link header: Linux's number for live captures, which some files use, too.
    package static let rawIPLive = LinkType(rawValue: 12)
    /// OpenBSD's number for the same.
    package static let rawIPOpenBSD = LinkType(rawValue: 14)
    /// IPv4 or IPv6 without a link header: the standard number for files.
    package static let rawIP = LinkType(rawValue: 101)
    /// A 4-byte address family in network order.
    package static let loop = LinkType(rawValue: 108)
    package static let linuxCooked = LinkType(rawValue: 113)
    /// A PPP frame, with or without HDLC's address and control in front.
    package static let ppp = LinkType(rawValue: 9)
    package static let pppHDLC = LinkType(rawValue: 50)
    package static let pppEthernet = LinkType(rawValue: 51)
    package static let ciscoHDLC = LinkType(rawValue: 104)
    package static let wireless = LinkType(rawValue: 105)
    /// Wireless frames behind one of three kinds of radio header.
    package static let wirelessPrism = LinkType(rawValue: 119)
    package static let wirelessRadiotap = LinkType(rawValue: 127)
    package static let wirelessAVS = LinkType(rawValue: 163)
    /// Apple's header, with the number that some files from its systems use.
    package static let pktapUser = LinkType(rawValue: 149)
    package static let mpls = LinkType(rawValue: 219)
    package static let ipv4 = LinkType(rawValue: 228)
    package static let ipv6 = LinkType(rawValue: 229)
    /// Packets logged by Linux's packet filter.
    package static let nflog = LinkType(rawValue: 239)
    /// Apple's header, which names interface and process, in front of a packet of another link type.
    package static let pktap = LinkType(rawValue: 258)
    /// A 16-byte header, then IP.
    package static let slip = LinkType(rawValue: 8)
    /// A header that states its own length and the type of what follows.
    package static let perPacketInformation = LinkType(rawValue: 192)
    /// InfiniBand's header, then an EtherType.
    package static let infiniBand = LinkType(rawValue: 242)
    /// Ethernet between a switch chip and its processor, with the chip's tag. Broadcom puts it within the
    /// frame or in front of it; Marvell's comes without or with an EtherType.
    package static let broadcomTag = LinkType(rawValue: 281)
    package static let broadcomTagAhead = LinkType(rawValue: 282)
    package static let marvellTag = LinkType(rawValue: 284)
    package static let marvellTypedTag = LinkType(rawValue: 285)
    package static let linuxCooked2 = LinkType(rawValue: 276)
}
