/// Bytes as text of 64 characters (RFC 4648, 4), read strictly: each byte sequence has exactly one text.
package enum Base64 {
    private static let characters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")

    package static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var held: UInt32 = 0
        var bits = 0
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(characters[Int(held >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { text.append(characters[Int(held << UInt32(6 - bits) & 63)]) }
        while text.count % 4 != 0 { text.append(padding) }
        return String(decoding: text, as: UTF8.self)
    }

    /// nil if a character is foreign, padding is missing or misplaced, or bits are set that belong to no
    /// byte.
    package static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let digits =
            text.suffix(2).first == padding ? text.dropLast(2) : text.last == padding ? text.dropLast() : text
        guard text.dropFirst(digits.count).allSatisfy({ $0 == padding }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var held: UInt32 = 0
        var bits = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            held = held << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
        }
        return held & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
    }

    /// The same in the alphabet of URLs and without padding (RFC 4648, 5).
    package static func decoded(unpadded text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") || $0 == padding })
        else { return nil }
        var usual = text.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while usual.count % 4 != 0 { usual.append(padding) }
        return decoded(usual[...])
    }

    package static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - 0x41)
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - 0x61) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - 0x30) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
