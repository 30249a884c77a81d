import Wire

/// IP packets whose content tells them apart.
enum TestPacket {
    /// An IPv4 packet of `count` bytes, at least 24, that has the number behind its header.
    static func v4(from source: IPAddress, to destination: IPAddress, number: UInt32 = 0, count: Int = 24)
        -> [UInt8]
    {
        guard case .v4(let source) = source, case .v4(let destination) = destination else { return [] }
        let length = UInt16(count)
        var packet: [UInt8] = [0x45, 0] + bytes(length) + [0, 0, 0x40, 0, 64, 17, 0, 0]
        packet += bytes(source) + bytes(destination) + bytes(number)
        while packet.count < count { packet.append(UInt8(truncatingIfNeeded: packet.count)) }
        return packet
    }

    /// An IPv6 packet with `count` bytes behind its header.
    static func v6(from source: IPAddress, to destination: IPAddress, count: Int = 4) -> [UInt8] {
        guard case .v6(let high, let low) = source, case .v6(let otherHigh, let otherLow) = destination else {
            return []
        }
        return [0x60, 0, 0, 0] + bytes(UInt16(count)) + [17, 64] + bytes(high) + bytes(low) + bytes(otherHigh)
            + bytes(otherLow) + [UInt8](repeating: 7, count: count)
    }

    /// The number behind an IPv4 header.
    static func number(_ packet: [UInt8]) -> UInt32? { packet.span.bytes.bigEndian32(at: 20) }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
