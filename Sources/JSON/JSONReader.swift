/// Reads a JSON document byte by byte. This file holds the grammar of values; extensions hold strings and
/// numbers.
struct JSONReader {
    let bytes: [UInt8]
    var offset = 0
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

    static func isDigit(_ byte: UInt8) -> Bool {
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
    func failure(_ message: String, at place: Int? = nil) -> JSONSyntaxError {
        let before = bytes[..<(place ?? offset)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONSyntaxError(line: line, column: before.count - start + 1, message: message)
    }
}
