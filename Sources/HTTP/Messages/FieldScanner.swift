/// Reads a field's value from front to back, element by element.
struct FieldScanner {
    var rest: ArraySlice<UInt8>

    init(_ value: String) {
        self.init(HTTPText.bytes(value))
    }

    init(_ value: ArraySlice<UInt8>) {
        rest = HTTPText.trimmed(value)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipBlanks() {
        rest = rest.drop(while: HTTPText.isBlank)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func token() -> String? {
        let token = rest.prefix(while: HTTPText.isTokenCharacter)
        guard !token.isEmpty else { return nil }
        rest = rest[token.endIndex...]
        return HTTPText.string(token)
    }

    /// The text between quotes, unescaped; nil, with nothing consumed, if they are not closed.
    mutating func quotedString() -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        var place = rest.startIndex + 1
        while place < rest.endIndex, rest[place] != UInt8(ascii: "\"") {
            if rest[place] == UInt8(ascii: "\\") { place += 1 }
            guard place < rest.endIndex else { return nil }
            text.append(rest[place])
            place += 1
        }
        guard place < rest.endIndex else { return nil }
        rest = rest[(place + 1)...]
        return HTTPText.string(text[...])
    }

    /// A parameter's value, in either form.
    mutating func tokenOrQuotedString() -> String? {
        quotedString() ?? token()
    }

    /// A decimal number of any length; more than 18 digits count as the largest number.
    mutating func number() -> Int? {
        let digits = rest.prefix(while: HTTPText.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        return significant.isEmpty ? 0 : HTTPText.number(significant) ?? .max
    }

    /// True if a parameter follows; consumes the semicolon and the blanks around it.
    mutating func takeSemicolon() -> Bool {
        var ahead = self
        ahead.skipBlanks()
        guard ahead.take(";") else { return false }
        ahead.skipBlanks()
        self = ahead
        return true
    }

    /// Skips the separators of a list's members, and empty members.
    mutating func skipSeparators() {
        rest = rest.drop { HTTPText.isBlank($0) || $0 == UInt8(ascii: ",") }
    }

    /// True if a list's member ends here; consumes the blanks before that.
    mutating func takeMemberEnd() -> Bool {
        skipBlanks()
        return rest.first.map { $0 == UInt8(ascii: ",") } ?? true
    }

    /// Skips the rest of a list's member, including whole quoted strings.
    mutating func skipMember() {
        while let next = rest.first, next != UInt8(ascii: ",") {
            if quotedString() == nil { rest = rest.dropFirst() }
        }
    }
}
