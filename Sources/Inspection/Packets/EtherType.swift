/// EtherType numbers of the payload of an Ethernet frame.
enum EtherType {
    static let ipv4: UInt16 = 0x0800
    static let ipv6: UInt16 = 0x86DD
    static let vlan: UInt16 = 0x8100
    static let serviceVLAN: UInt16 = 0x88A8
    static let oldServiceVLAN: UInt16 = 0x9100
    static let mpls: UInt16 = 0x8847
    static let mplsMulticast: UInt16 = 0x8848
    static let pppoe: UInt16 = 0x8864
    /// An Ethernet frame within another protocol.
    static let bridged: UInt16 = 0x6558
    static let ppp: UInt16 = 0x880B
    static let mirrored: UInt16 = 0x88BE
}
