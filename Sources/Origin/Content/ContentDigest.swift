/// A 64-bit digest of bytes, for validators: equal bytes have equal digests, others almost surely not. It
/// does not resist deliberate collisions.
enum ContentDigest {
    private static let factor: UInt64 = 0x9FB2_1C65_1E98_DF25

    static func of(_ bytes: [UInt8]) -> UInt64 { of(bytes.span) }

    static func of(_ bytes: Span<UInt8>) -> UInt64 {
        let raw = bytes.bytes
        var state = UInt64(bytes.count) &* factor
        var offset = 0
        while offset + 8 <= raw.byteCount {
            let word = UInt64(
                littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            )
            state = mixed(state, word)
            offset += 8
        }
        var tail: UInt64 = 0
        for place in offset..<bytes.count { tail = tail << 8 | UInt64(bytes[place]) }
        return mixed(mixed(state, tail), factor)
    }

    /// Sixteen hexadecimal digits.
    static func text(_ digest: UInt64) -> String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Combines both halves of a full product: each bit of state and word affects many of the result.
    @inline(__always)
    private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word).multipliedFullWidth(by: factor)
        return (product.high ^ product.low) &+ (state << 31 | state >> 33) &+ word
    }
}
