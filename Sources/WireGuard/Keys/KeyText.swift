import Wire

/// Keys as the 44 characters that WireGuard's tools write (base64, RFC 4648, 4). Each key has exactly one text.
enum KeyText {
    static let count = 44

    static func written(_ key: Bytes32) -> String { Base64.encoded(key.bytes) }

    static func read(_ text: String) throws(TunnelKeyError) -> Bytes32 {
        let text = Array(text.utf8)
        guard text.count == count else { throw .wrongLength(text.count) }
        if let place = text.dropLast().firstIndex(where: { !Base64.isDigit($0) }) {
            throw .foreignCharacter(place + 1)
        }
        guard text.last == UInt8(ascii: "=") else { throw .foreignCharacter(count) }
        // The second last character has two bits that belong to no byte.
        guard let key = Base64.decoded(text[...]).flatMap(Bytes32.init) else {
            throw .foreignCharacter(count - 1)
        }
        return key
    }
}
