/// What an IP packet's header says about congestion (RFC 3168).
public enum CongestionNotice: UInt8, Hashable, Sendable {
    /// Its sender does not understand marks: a packet of it must be dropped where another would be marked.
    case notCapable = 0
    /// Its sender takes a mark for a loss, as the next one's does.
    case capable1 = 1
    /// The usual one.
    case capable0 = 2
    /// Marked: its sender learns of congestion from its receiver.
    case experienced = 3

    /// Read from the header of an IPv4 or IPv6 packet; nil where it is neither.
    @inlinable
    public init?(_ packet: RawSpan) {
        guard let first = packet.byte(at: 0), let second = packet.byte(at: 1) else { return nil }
        switch first >> 4 {
        case 4: self.init(rawValue: second & 0x03)
        case 6: self.init(rawValue: second >> 4 & 0x03)
        default: return nil
        }
    }

    /// True where a mark may stand in place of a drop.
    @inlinable
    public var takesMarks: Bool { self != .notCapable }

    /// Writes it into the header of an IPv4 or IPv6 packet and puts IPv4's header checksum right; any other bytes, and
    /// a header cut short, stay as they are.
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

    /// Of the checksum in an IPv4 header.
    private static let checksumOffset = 10
}
