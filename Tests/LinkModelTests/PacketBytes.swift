import Wire

/// Handmade IPv4 packets between a client and a server at port 80.
enum PacketBytes {
    static func tcp(
        from source: UInt16,
        to destination: UInt16,
        _ flags: TCPHeader.Flags,
        sequence: UInt32 = 0,
        payload: Int = 0
    ) -> [UInt8] {
        let ports = [source >> 8, source & 255, destination >> 8, destination & 255].map { UInt8($0) }
        let number = (0..<4).map { UInt8(truncatingIfNeeded: sequence >> (24 - 8 * $0)) }
        let segment = ports + number + [0, 0, 0, 0, 0x50, flags.rawValue, 255, 255, 0, 0, 0, 0]
        return ip(
            IPv4Header.tcp,
            segment + [UInt8](repeating: 0, count: payload),
            isDown: source == 80
        )
    }

    static func ip(_ transport: UInt8, _ payload: [UInt8], fragmentOffset: UInt16 = 0, isDown: Bool = false)
        -> [UInt8]
    {
        let total = UInt16(20 + payload.count)
        let fragment = fragmentOffset / 8
        return [0x45, 0, UInt8(total >> 8), UInt8(total & 255), 0, 1]
            + [UInt8(fragment >> 8), UInt8(fragment & 255), 64, transport, 0, 0]
            + (isDown ? [198, 18, 0, 2, 198, 18, 0, 1] : [198, 18, 0, 1, 198, 18, 0, 2]) + payload
    }
}
