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

// MARK: Names

extension LinkType {
    /// Name in capture programs (`tcpdump -L`); nil if the number has none.
    package var name: String? { Self.names[rawValue] }

    private static let names: [UInt32: String] = {
        let words = list.split { $0 == " " || $0 == "\n" }
        let pairs = stride(from: 0, to: words.count - 1, by: 2).compactMap { place in
            UInt32(words[place]).map { ($0, String(words[place + 1])) }
        }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// Numbers and names of libpcap 1.10, with tcpdump.org's list of further numbers in files.
    private static let list = """
        0 NULL 1 EN10MB 6 IEEE802 7 ARCNET 8 SLIP 9 PPP 10 FDDI 11 ATM_RFC1483 12 RAW 15 SLIP_BSDOS
        16 PPP_BSDOS 19 ATM_CLIP 50 PPP_SERIAL 51 PPP_ETHER 99 SYMANTEC_FIREWALL 100 ATM_RFC1483 101 RAW
        104 C_HDLC 105 IEEE802_11 106 ATM_CLIP 107 FRELAY 108 LOOP 109 ENC 113 LINUX_SLL 114 LTALK
        117 PFLOG 119 PRISM_HEADER 122 IP_OVER_FC 123 SUNATM 127 IEEE802_11_RADIO 129 ARCNET_LINUX
        130 JUNIPER_MLPPP 131 JUNIPER_MLFR 132 JUNIPER_ES 133 JUNIPER_GGSN 134 JUNIPER_MFR
        135 JUNIPER_ATM2 136 JUNIPER_SERVICES 137 JUNIPER_ATM1 138 APPLE_IP_OVER_IEEE1394
        139 MTP2_WITH_PHDR 140 MTP2 141 MTP3 142 SCCP 143 DOCSIS 144 LINUX_IRDA 147 USER0 148 USER1
        149 USER2 150 USER3 151 USER4 152 USER5 153 USER6 154 USER7 155 USER8 156 USER9 157 USER10
        158 USER11 159 USER12 160 USER13 161 USER14 162 USER15 163 IEEE802_11_RADIO_AVS
        164 JUNIPER_MONITOR 165 BACNET_MS_TP 166 PPP_PPPD 167 JUNIPER_PPPOE 168 JUNIPER_PPPOE_ATM
        169 GPRS_LLC 170 GPF_T 171 GPF_F 174 JUNIPER_PIC_PEER 175 ERF_ETH 176 ERF_POS 177 LINUX_LAPD
        178 JUNIPER_ETHER 179 JUNIPER_PPP 180 JUNIPER_FRELAY 181 JUNIPER_CHDLC 182 MFR 183 JUNIPER_VP
        184 A429 185 A653_ICM 186 USB_FREEBSD 187 BLUETOOTH_HCI_H4 188 IEEE802_16_MAC_CPS 189 USB_LINUX
        190 CAN20B 191 IEEE802_15_4_LINUX 192 PPI 193 IEEE802_16_MAC_CPS_RADIO 194 JUNIPER_ISM
        195 IEEE802_15_4 196 SITA 197 ERF 198 RAIF1 199 IPMB_KONTRON 200 JUNIPER_ST
        201 BLUETOOTH_HCI_H4_WITH_PHDR 202 AX25_KISS 209 IPMB_LINUX 215 IEEE802_15_4_NONASK_PHY
        216 LINUX_EVDEV 219 MPLS 220 USB_LINUX_MMAPPED 221 DECT 222 AOS 223 WIHART 224 FC_2
        225 FC_2_WITH_FRAME_DELIMS 226 IPNET 227 CAN_SOCKETCAN 228 IPV4 229 IPV6 230 IEEE802_15_4_NOFCS
        231 DBUS 232 JUNIPER_VS 233 JUNIPER_SRX_E2E 234 JUNIPER_FIBRECHANNEL 235 DVB_CI 236 MUX27010
        237 STANAG_5066_D_PDU 238 JUNIPER_ATM_CEMIC 239 NFLOG 240 NETANALYZER
        241 NETANALYZER_TRANSPARENT 242 IPOIB 243 MPEG_2_TS 244 NG40 245 NFC_LLCP 246 PFSYNC
        247 INFINIBAND 248 SCTP 249 USBPCAP 250 RTAC_SERIAL 251 BLUETOOTH_LE_LL 253 NETLINK
        254 BLUETOOTH_LINUX_MONITOR 255 BLUETOOTH_BREDR_BB 256 BLUETOOTH_LE_LL_WITH_PHDR 257 PROFIBUS_DL
        258 PKTAP 259 EPON 260 IPMI_HPM_2 261 ZWAVE_R1_R2 262 ZWAVE_R3 263 WATTSTOPPER_DLM 264 ISO_14443
        265 RDS 266 USB_DARWIN 267 OPENFLOW 268 SDLC 269 TI_LLN_SNIFFER 271 VSOCK 272 NORDIC_BLE
        273 DOCSIS31_XRA31 274 ETHERNET_MPACKET 275 DISPLAYPORT_AUX 276 LINUX_SLL2 278 OPENVIZSLA
        279 EBHSCR 280 VPP_DISPATCH 281 DSA_TAG_BRCM 282 DSA_TAG_BRCM_PREPEND 283 IEEE802_15_4_TAP
        284 DSA_TAG_DSA 285 DSA_TAG_EDSA 286 ELEE 287 Z_WAVE_SERIAL 288 USB_2_0 289 ATSC_ALP
        """
}

extension LinkType: CustomStringConvertible {
    /// The name followed by the number, or only the number.
    package var description: String { name.map { "\($0) (\(rawValue))" } ?? "\(rawValue)" }
}
