/// `name=value` within a field's value.
package struct FieldParameter: Hashable, Sendable, CustomStringConvertible {
    /// In lower case where it was read.
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// nil where none stands at the scanner's place; what was taken until then stays taken.
    init?(_ scanner: inout FieldScanner) {
        guard let name = scanner.token() else { return nil }
        guard scanner.take("="), let value = scanner.tokenOrQuotedString() else { return nil }
        self.init(name.lowercased(), value)
    }

    /// Quoted where it must be.
    package var description: String {
        HTTPText.isToken(HTTPText.bytes(value)) ? "\(name)=\(value)" : "\(name)=\(HTTPText.quoted(value))"
    }
}
