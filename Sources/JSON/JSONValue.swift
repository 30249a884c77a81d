package import Wire

/// A JSON document as a value: objects keep the order of their members, integers stay exact.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`. Smaller ones are `integer`, so that equal numbers are equal values.
    case unsigned(UInt64)
    /// Written as null if it is not finite, since JSON has no such numbers.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The first member with this name; nil if there is none or the value is not an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Keeps the members in the order of the literal.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(key: $0.0, value: $0.1) })
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension JSONValue: ExpressibleByNilLiteral {
    package init(nilLiteral: ()) {
        self = .null
    }
}

// MARK: Parsing

extension JSONValue {
    /// Maximum nesting depth of arrays and objects; deeper documents are refused.
    package static let mostLevels = 128

    /// Reads one document strictly by RFC 8259. Refuses what readers disagree about: a member named twice, a
    /// lone surrogate, a number outside Double's range, bytes that are not UTF-8, a byte-order mark.
    ///
    /// Whole numbers of up to 64 bits stay exact; other numbers become the nearest `double`.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        var reader = JSONReader(bytes)
        self = try reader.document()
    }
}

/// Typed access to a value. Each property is nil if the value has another type.
extension JSONValue {
    package var int64: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    package var int: Int? { int64.flatMap(Int.init(exactly:)) }

    package var uint64: UInt64? {
        if case .unsigned(let value) = self { return value }
        return int64.flatMap(UInt64.init(exactly:))
    }

    package var number: Double? {
        if case .double(let value) = self { return value }
        return int64.map(Double.init)
    }

    package var text: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var flag: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Nanoseconds that are safe to add up by the thousand: nil beyond 13 days in either direction, which no
    /// run lasts.
    package var time: Nanoseconds? { int64.flatMap { $0.magnitude <= 1 << 50 ? $0 : nil } }

    /// Nanoseconds from the run's start.
    package var instant: Instant? { time.map(Instant.init(nanoseconds:)) }

    /// Empty if the value is not an array.
    package var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }
}

// MARK: Text

extension JSONValue {
    /// Text indented by two spaces, with arrays of plain values on one line. Ends with a line feed.
    package var pretty: String {
        var writer = JSONWriter()
        write(to: &writer, indent: 0)
        writer.raw("\n")
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Text on one line, without a line feed.
    package var line: String {
        var writer = JSONWriter()
        writeLine(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    func writeLine(to writer: inout JSONWriter) {
        switch self {
        case .array(let elements):
            writer.raw("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.raw(",") }
                element.writeLine(to: &writer)
            }
            writer.raw("]")
        case .object(let members):
            writer.raw("{")
            for (index, member) in members.enumerated() {
                if index > 0 { writer.raw(",") }
                writer.string(member.key)
                writer.raw(":")
                member.value.writeLine(to: &writer)
            }
            writer.raw("}")
        default: writePlain(to: &writer)
        }
    }

    func write(to writer: inout JSONWriter, indent: Int) {
        switch self {
        case .array(let elements) where elements.allSatisfy(\.isPlain):
            writer.raw("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.raw(", ") }
                element.writePlain(to: &writer)
            }
            writer.raw("]")
        case .array(let elements):
            writer.raw("[")
            for (index, element) in elements.enumerated() {
                Self.breakLine(&writer, indent + 1, isFirst: index == 0)
                element.write(to: &writer, indent: indent + 1)
            }
            Self.breakLine(&writer, indent, isFirst: true)
            writer.raw("]")
        case .object(let members) where members.isEmpty: writer.raw("{}")
        case .object(let members):
            writer.raw("{")
            for (index, member) in members.enumerated() {
                Self.breakLine(&writer, indent + 1, isFirst: index == 0)
                writer.string(member.key)
                writer.raw(": ")
                member.value.write(to: &writer, indent: indent + 1)
            }
            Self.breakLine(&writer, indent, isFirst: true)
            writer.raw("}")
        default: writePlain(to: &writer)
        }
    }

    private var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    private func writePlain(to writer: inout JSONWriter) {
        switch self {
        case .bool(let value): writer.raw(value ? "true" : "false")
        case .integer(let value): writer.integer(value)
        case .unsigned(let value): writer.integer(value)
        case .double(let value): writer.double(value)
        case .string(let value): writer.string(value)
        case .null, .array, .object: writer.raw("null")
        }
    }

    static func breakLine(_ writer: inout JSONWriter, _ indent: Int, isFirst: Bool) {
        if !isFirst { writer.raw(",") }
        writer.raw("\n")
        for _ in 0..<indent { writer.raw("  ") }
    }
}
