extension JSONReader {
    /// Reads a string from its opening quote to behind its closing one.
    mutating func string() throws(JSONSyntaxError) -> String {
        let start = offset
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw failure("this string is not UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\\"): text += try escape()
            case 0..<0x20: throw failure("a control character in a string must be written as an escape")
            default:
                text.append(byte)
                offset += 1
            }
        }
        throw failure("this string does not end", at: start)
    }

    /// The character that an escape stands for, as UTF-8.
    private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
        let start = offset
        offset += 1
        guard let letter = next else { throw failure("the text ends within an escape") }
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try scalar(start)).utf8)
        default: throw failure("this escape does not exist", at: start)
        }
    }

    /// Reads the scalar behind `\u`: one code unit, or a surrogate pair.
    private mutating func scalar(_ start: Int) throws(JSONSyntaxError) -> Character {
        let first = try codeUnit(start)
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard first < 0xDC00, bytes[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            throw failure("half of a surrogate pair", at: start)
        }
        offset += 2
        let second = try codeUnit(start)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw failure("half of a surrogate pair", at: start) }
        return Character(scalar)
    }

    private mutating func codeUnit(_ start: Int) throws(JSONSyntaxError) -> UInt32 {
        let digits = bytes[offset...].prefix(4)
        let isHexadecimal = digits.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
        guard digits.count == 4, isHexadecimal,
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("four hexadecimal digits are wanted behind \\u", at: start) }
        offset += 4
        return value
    }
}
