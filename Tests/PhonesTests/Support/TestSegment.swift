import Wire

/// A TCP segment over IPv4, with right checksums.
struct TestSegment: Equatable {
    var sourcePort: UInt16 = 49_152
    var sequence: UInt32 = 0xFFFF_F000
    var acknowledgement: UInt32 = 7
    var flags: TCPHeader.Flags = .ack
    var window: UInt16 = 500
    var typeOfService: UInt8 = 0
    var timeToLive: UInt8 = 64
    /// A multiple of four.
    var options: [UInt8] = [1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2]
    var payload: [UInt8] = []

    var packet: [UInt8] {
        let length = 20 + options.count + payload.count
        var ip: [UInt8] = [0x45, typeOfService] + Self.big(UInt16(20 + length))
        ip += [0, 0, 0x40, 0, timeToLive, 6, 0, 0, 10, 207, 0, 2, 203, 0, 113, 7]
        Self.store(InternetChecksum.sum(ip.span.bytes), at: 10, of: &ip)
        var tcp =
            Self.big(sourcePort) + Self.big(UInt16(443)) + Self.big(sequence) + Self.big(acknowledgement)
        tcp += [UInt8(20 + options.count) << 2, flags.rawValue] + Self.big(window) + [0, 0, 0, 0] + options
        tcp += payload
        let pseudo = Array(ip[12..<20]) + [0, 6] + Self.big(UInt16(length))
        Self.store(InternetChecksum.sum((pseudo + Self.even(tcp)).span.bytes), at: 16, of: &tcp)
        return ip + tcp
    }

    private static func even(_ bytes: [UInt8]) -> [UInt8] { bytes.count % 2 == 0 ? bytes : bytes + [0] }

    private static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private static func store(_ sum: UInt64, at offset: Int, of bytes: inout [UInt8]) {
        bytes.replaceSubrange(offset..<offset + 2, with: big(InternetChecksum.checksum(of: sum)))
    }
}
