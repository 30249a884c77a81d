/// Keys as the 44 characters that WireGuard's tools write (base64, RFC 4648, 4). Each key has exactly one text.
enum KeyText {
    static let count = 44
    private static let characters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")

    static func written(_ key: Bytes32) -> String {
        var text: [UInt8] = []
        var (held, bits): (UInt32, UInt32) = (0, 0)
        // The last character holds four bits and two zeroes.
        for byte in key.bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(characters[Int(held >> bits & 63)])
            }
        }
        text.append(characters[Int(held << (6 - bits) & 63)])
        return String(decoding: text + [padding], as: UTF8.self)
    }

    static func read(_ text: String) throws(TunnelKeyError) -> Bytes32 {
        let text = Array(text.utf8)
        guard text.count == count else { throw .wrongLength(text.count) }
        var bytes: [UInt8] = []
        var (held, bits): (UInt32, UInt32) = (0, 0)
        for (place, character) in text.dropLast().enumerated() {
            guard let value = characters.firstIndex(of: character) else { throw .foreignCharacter(place + 1) }
            held = held << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> bits))
        }
        guard text.last == padding else { throw .foreignCharacter(count) }
        // The second last character has two bits that belong to no byte.
        guard held & 3 == 0, let key = Bytes32(bytes) else { throw .foreignCharacter(count - 1) }
        return key
    }
}
