/// Reads a JSON document byte by byte. This file holds the grammar of values; extensions hold strings and
/// numbers.
struct JSONReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var level = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next byte; nil at the end.
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure("a byte-order mark does not belong here") }
        skipSpace()
        let value = try value()
        skipSpace()
        guard next == nil else { throw failure("the document ends before this") }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(JSONSyntaxError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(JSONSyntaxError) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw failure("the text ends where a value is expected")
        default: throw failure("a value is wanted here")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard level < JSONValue.mostLevels else {
            throw failure("arrays and objects are nested more than \(JSONValue.mostLevels) levels deep")
        }
        level += 1
        offset += 1
        skipSpace()
        let value = try body(&self)
        level -= 1
        return value
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        if take("}") { return .object([]) }
        while true {
            let start = offset
            guard next == UInt8(ascii: "\"") else {
                throw failure("a member's name in quotes is expected here")
            }
            let name = try string()
            guard names.insert(name).inserted else {
                throw failure("this member is duplicated in its object", at: start)
            }
            skipSpace()
            guard take(":") else { throw failure("a colon is expected here") }
            skipSpace()
            members.append(JSONValue.Member(key: name, value: try value()))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw failure("a comma or a closing brace is expected here") }
            skipSpace()
        }
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        if take("]") { return .array([]) }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw failure("a comma or a closing bracket is expected here") }
            skipSpace()
        }
    }

    private mutating func word(_ text: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[offset...].starts(with: text.utf8) else { throw failure("a value is wanted here") }
        offset += text.utf8.count
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    /// An error at a byte offset; the default is the current one.
    private func failure(_ message: String, at place: Int? = nil) -> JSONSyntaxError {
        let before = bytes[..<(place ?? offset)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONSyntaxError(line: line, column: before.count - start + 1, message: message)
    }
}

extension JSONReader {
    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        try digits()
        if bytes[first] == UInt8(ascii: "0"), offset > first + 1 {
            throw failure("a number does not begin with a zero", at: start)
        }
        let hasFraction = try fraction()
        let hasExponent = try exponent()
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if !hasFraction, !hasExponent {
            if let value = Int64(text) { return .integer(value) }
            if let value = UInt64(text) { return .unsigned(value) }
        }
        guard let value = Double(text), value.isFinite else {
            throw failure("this number is too large", at: start)
        }
        return .double(value)
    }

    /// Reads a fraction if there is one, and returns whether there was.
    private mutating func fraction() throws(JSONSyntaxError) -> Bool {
        guard next == UInt8(ascii: ".") else { return false }
        offset += 1
        try digits()
        return true
    }

    /// Reads an exponent if there is one, and returns whether there was.
    private mutating func exponent() throws(JSONSyntaxError) -> Bool {
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return false }
        offset += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
        try digits()
        return true
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = offset
        while let byte = next, Self.isDigit(byte) { offset += 1 }
        guard offset > start else { throw failure("a digit is expected here") }
    }
}

// MARK: Strings

extension JSONReader {
    /// Reads a string from its opening quote to behind its closing one.
    private mutating func string() throws(JSONSyntaxError) -> String {
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
