/// Something in a capture file that its reader should know: damage, loss, or parts that could not be parsed.
/// Lengths are in bytes.
package enum CaptureFileFault: Hashable, Sendable {
    /// Neither pcapng nor pcap.
    case unknownFormat
    case empty
    /// Too short to be a capture.
    case tooShort
    /// The file ends in the middle of a block.
    case cutOff
    /// Damage behind which nothing can be read.
    case recordLength(UInt32), blockLength(UInt32), noByteOrder
    /// The length at the block's end differs from that at its beginning.
    case trailer(UInt32, length: Int)
    case unknownVersion(UInt16)
    case shortInterface, shortPacket, shortSecrets
    /// An interface is left out.
    case tooManyInterfaces(most: Int)
    case unknownInterface(Int)
    /// A packet before any interface.
    case noInterface
    case packetLength(UInt32, available: Int)
    /// A block is not read.
    case tooLong(Int, most: Int)
    /// The recorder dropped packets.
    case dropped(UInt64)
    /// A stamp before 1970 or beyond 64 bits of nanoseconds: such packets take the one before.
    case stamp
    /// Compressed data that cannot be unpacked, or that end too early.
    case packedDamage, packedCutOff
    /// Compressed data that unpack to more than so many bytes.
    case packedTooFar(limit: Int)

    /// True if packets that were recorded are not in the file, or cannot be read.
    package var isDamage: Bool {
        switch self {
        case .dropped, .stamp: false
        default: true
        }
    }
}
