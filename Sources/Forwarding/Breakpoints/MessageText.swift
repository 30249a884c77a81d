package import HTTP

/// A message as a text that people edit: a start line, fields, an empty line, and the body.
///
/// Lines before the start line are skipped if they are empty or begin with `#`. Lines end with LF or CRLF. The
/// line end at the very end is no part of the body, since editors add one.
package struct MessageText: Sendable {
    /// Fields of one connection, or about how a body ends. They are not in the text: the proxy states them itself.
    private static let own = HopFields.always + ["Content-Length", "Trailer", "Expect"]
    /// The body in the text is without compression.
    static let coding = "Content-Encoding"

    /// The start line, and its number from 1.
    let start: (line: Int, text: String)
    package let fields: HTTPFields
    package let body: [UInt8]

    package init(parsing bytes: [UInt8]) throws(MessageTextError) {
        var lines = MessageLines(bytes)
        guard let start = try lines.nextStart() else { throw MessageTextError(1, .empty) }
        var fields = HTTPFields()
        while let line = try lines.next(), !line.text.isEmpty {
            let field = try Self.field(line.text, at: line.number)
            fields.append(field.name, field.value)
        }
        self.start = (start.number, start.text)
        self.fields = fields
        body = lines.rest
    }

    private static func field(_ text: String, at line: Int) throws(MessageTextError) -> HTTPField {
        guard let colon = text.firstIndex(of: ":"), HTTPField.isName(String(text[..<colon])) else {
            throw MessageTextError(line, .field(text))
        }
        let name = String(text[..<colon])
        let value = MessageLines.trimmed(text[text.index(after: colon)...])
        guard HTTPField.isValue(value) else { throw MessageTextError(line, .value(name)) }
        guard !own.contains(where: { $0.lowercased() == name.lowercased() }) else {
            throw MessageTextError(line, .own(name))
        }
        return HTTPField(name: name, value: value)
    }

    /// The text of a message. `body` is without compression; nil leaves it out.
    static func spelt(_ start: String, _ fields: HTTPFields, body: [UInt8]?) -> [UInt8] {
        let lines = shown(fields).map { "\($0.name): \($0.value)\n" }
        let head = "\(start)\n\(lines.joined())\n"
        return Array(head.utf8) + spelt(body: body ?? [])
    }

    /// A body as it stands at the end of a text.
    package static func spelt(body: [UInt8]) -> [UInt8] {
        if body.isEmpty { return [] }
        // Reading takes one line end off, with a CR before it.
        return body + (body.last == 0x0D ? [0x0D, 0x0A] : [0x0A])
    }

    /// Those that a text shows.
    private static func shown(_ fields: HTTPFields) -> HTTPFields {
        var shown = fields
        for name in own + [coding] { shown[name] = nil }
        return shown
    }

    /// The fields of the text, and those of the message that the text does not show.
    func merged(with original: HTTPFields) -> HTTPFields {
        var merged = fields
        for field in original {
            let isHidden =
                Self.own.contains { $0.lowercased() == field.name.lowercased() }
                || field.name.lowercased() == Self.coding.lowercased() && !fields.has(Self.coding)
            if isHidden { merged.append(field.name, field.value) }
        }
        return merged
    }
}
