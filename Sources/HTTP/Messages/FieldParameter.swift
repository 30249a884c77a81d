/// `name=value` in a field's value.
package struct FieldParameter: Hashable, Sendable, CustomStringConvertible {
    /// In lower case if it was read.
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// nil if there is none at the scanner's position; what was consumed until then stays consumed.
    init?(_ scanner: inout FieldScanner) {
        guard let name = scanner.token() else { return nil }
        guard scanner.take("="), let value = scanner.tokenOrQuotedString() else { return nil }
        self.init(name.lowercased(), value)
    }

    /// Quoted if necessary.
    package var description: String {
        HTTPText.isToken(HTTPText.bytes(value)) ? "\(name)=\(value)" : "\(name)=\(HTTPText.quoted(value))"
    }
}
