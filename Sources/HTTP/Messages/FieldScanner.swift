/// Reads a field's value from front to back: the elements that values are made of.
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

    /// What stands between quotes, its escapes undone; nil, and nothing taken, where they are not closed.
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

    /// A parameter's value, written either way.
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

    /// True where a parameter follows; the blanks around its semicolon are taken.
    mutating func takesSemicolon() -> Bool {
        var ahead = self
        ahead.skipBlanks()
        guard ahead.take(";") else { return false }
        ahead.skipBlanks()
        self = ahead
        return true
    }

    /// Passes over what separates the members of a list, empty members included.
    mutating func skipSeparators() {
        rest = rest.drop { HTTPText.isBlank($0) || $0 == UInt8(ascii: ",") }
    }

    /// True where a list's member ends here, blanks behind it taken.
    mutating func endsMember() -> Bool {
        skipBlanks()
        return rest.first.map { $0 == UInt8(ascii: ",") } ?? true
    }

    /// Passes over what is left of a list's member, quoted strings whole.
    mutating func skipMember() {
        while let next = rest.first, next != UInt8(ascii: ",") {
            if quotedString() == nil { rest = rest.dropFirst() }
        }
    }
}
