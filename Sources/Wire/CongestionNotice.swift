/// The congestion field (ECN) of an IP header (RFC 3168).
public enum CongestionNotice: UInt8, Hashable, Sendable {
    /// The sender does not understand marks; its packets must be dropped instead.
    case notCapable = 0
    /// The sender treats a mark like a loss. So does that of `capable0`.
    case capable1 = 1
    /// The usual value of senders that understand marks.
    case capable0 = 2
    /// Marked: the receiver reports the congestion to the sender.
    case experienced = 3

    /// Reads the field of an IPv4 or IPv6 packet; nil if it is neither.
    @inlinable
    public init?(_ packet: RawSpan) {
        guard let first = packet.byte(at: 0), let second = packet.byte(at: 1) else { return nil }
        switch first >> 4 {
        case 4: self.init(rawValue: second & 0x03)
        case 6: self.init(rawValue: second >> 4 & 0x03)
        default: return nil
        }
    }

    /// True if the packet may be marked instead of dropped.
    @inlinable
    public var acceptsMarks: Bool { self != .notCapable }

    /// Writes the field into the header of an IPv4 or IPv6 packet, and updates IPv4's header checksum. Leaves
    /// other bytes and truncated headers as they are.
    public func write(to packet: inout MutableRawSpan) {
        guard packet.byteCount >= 20 else { return }
        let first = packet.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
        let second = packet.unsafeLoad(fromByteOffset: 1, as: UInt8.self)
        switch first >> 4 {
        case 4:
            let changed = second & ~0x03 | rawValue
            let checksum = UInt16(
                bigEndian: packet.unsafeLoadUnaligned(fromByteOffset: Self.checksumOffset, as: UInt16.self)
            )
            let corrected = InternetChecksum.updated(
                checksum,
                from: UInt16(first) << 8 | UInt16(second),
                to: UInt16(first) << 8 | UInt16(changed)
            )
            packet.storeBytes(of: changed, toByteOffset: 1, as: UInt8.self)
            packet.storeBytes(of: corrected.bigEndian, toByteOffset: Self.checksumOffset, as: UInt16.self)
        case 6:
            packet.storeBytes(of: second & ~0x30 | rawValue << 4, toByteOffset: 1, as: UInt8.self)
        default:
            return
        }
    }

    /// Offset of the checksum in an IPv4 header.
    private static let checksumOffset = 10
}
