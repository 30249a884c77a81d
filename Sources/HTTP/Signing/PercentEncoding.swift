/// Bytes of a target written as `%` and two hexadecimal digits.
package enum PercentEncoding {
    /// nil if an escape is malformed or the bytes are not UTF-8. `+` stays unchanged.
    package static func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = ArraySlice(text.utf8)
        while let byte = rest.first {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.dropFirst().prefix(2)
            guard digits.count == 2, let value = HTTPText.hexadecimal(digits) else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: value))
            rest = rest.dropFirst(3)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Escapes every byte that is not unreserved: fit for a name, a value or one segment of a path.
    package static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
