import Wire

/// Lays out capture files field by field, in either byte order, as other programs do.
struct HandMadeCapture {
    var order: ByteOrder
    var bytes: [UInt8] = []

    init(_ order: ByteOrder) {
        self.order = order
    }

    static func number(_ value: UInt64, _ width: Int, _ order: ByteOrder) -> [UInt8] {
        let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return order == .little ? little : little.reversed()
    }

    func u16(_ value: UInt64) -> [UInt8] { Self.number(value, 2, order) }
    func u32(_ value: UInt64) -> [UInt8] { Self.number(value, 4, order) }
    func u64(_ value: UInt64) -> [UInt8] { Self.number(value, 8, order) }

    func padded(_ value: [UInt8]) -> [UInt8] {
        value + [UInt8](repeating: 0, count: (4 - value.count & 3) & 3)
    }

    func option(_ code: UInt64, _ value: [UInt8]) -> [UInt8] {
        u16(code) + u16(UInt64(value.count)) + padded(value)
    }

    mutating func block(_ type: UInt64, _ body: [UInt8], length: UInt64? = nil) {
        let whole = length ?? UInt64(body.count + 12)
        bytes += u32(type) + u32(whole) + body + u32(whole)
    }

    mutating func section() {
        block(0x0A0D_0D0A, u32(0x1A2B_3C4D) + u16(1) + u16(0) + u64(.max))
    }

    mutating func interface(_ link: UInt64, snap: UInt64 = 0, options: [UInt8] = []) {
        block(1, u16(link) + u16(0) + u32(snap) + options)
    }

    mutating func packet(_ data: [UInt8], interface: UInt64 = 0, units: UInt64, original: UInt64? = nil) {
        block(
            6,
            u32(interface) + u32(units >> 32) + u32(units & 0xFFFF_FFFF) + u32(UInt64(data.count))
                + u32(original ?? UInt64(data.count)) + padded(data)
        )
    }
}
