/// Block types and option codes of pcapng.
@usableFromInline
enum PcapngBlock {
    static let sectionHeader: UInt32 = 0x0A0D_0D0A
    static let interfaceDescription: UInt32 = 1
    /// Obsolete, still found in old files.
    static let packet: UInt32 = 2
    static let simplePacket: UInt32 = 3
    static let nameResolution: UInt32 = 4
    static let interfaceStatistics: UInt32 = 5
    @inlinable
    static var enhancedPacket: UInt32 { 6 }
    static let decryptionSecrets: UInt32 = 10

    static let byteOrderMagic: UInt32 = 0x1A2B_3C4D

    enum Option {
        static let end: UInt16 = 0
        static let comment: UInt16 = 1

        static let sectionHardware: UInt16 = 2
        static let sectionSystem: UInt16 = 3
        static let sectionApplication: UInt16 = 4

        static let interfaceName: UInt16 = 2
        static let interfaceDescription: UInt16 = 3
        static let interfaceTimestampResolution: UInt16 = 9
        static let interfaceTimestampOffset: UInt16 = 14

        static let packetFlags: UInt16 = 2
        static let packetIdentifier: UInt16 = 5

        static let statisticsStart: UInt16 = 2
        static let statisticsEnd: UInt16 = 3
        static let statisticsReceived: UInt16 = 4
        static let statisticsDropped: UInt16 = 5
        static let statisticsSystemDropped: UInt16 = 7
    }
}
