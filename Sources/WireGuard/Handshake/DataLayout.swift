/// Where the fields of a packet's datagram lie, in bytes.
enum DataLayout {
    static let receiver = 4
    static let counter = 8
    static let content = 16
    /// Header and tag: all that a packet grows by, beside padding.
    static let overhead = content + PacketCipher.tagCount
}
