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
