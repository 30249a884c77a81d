/// Directives about the use of a stored response (RFC 9111, 5.2): one value for requests and responses, to
/// read and to write.
package struct CacheControl: Hashable, Sendable, CustomStringConvertible {
    package struct Directive: Hashable, Sendable {
        /// In lower case.
        package let name: String
        package let value: String?
    }

    /// Ages have 31 bits; longer ones count as unlimited.
    package static let longestAge = 2_147_483_648

    /// In the order of the message, unknown ones included. A name may occur more than once: the first counts.
    package private(set) var directives: [Directive] = []

    package init() {}

    /// Without any directive if there is no such field.
    package init(_ fields: HTTPFields) {
        self.init(parsing: fields.combined("Cache-Control") ?? "")
    }

    /// Malformed members are left out. Any value may be quoted or not, whatever its directive's definition
    /// says.
    package init(parsing value: String) {
        var scanner = FieldScanner(value)
        scanner.skipSeparators()
        while !scanner.isAtEnd {
            if let directive = Self.directive(&scanner), scanner.endsMember() {
                directives.append(directive)
            } else {
                scanner.skipMember()
            }
            scanner.skipSeparators()
        }
    }

    private static func directive(_ scanner: inout FieldScanner) -> Directive? {
        guard let name = scanner.token()?.lowercased() else { return nil }
        guard scanner.take("=") else { return Directive(name: name, value: nil) }
        return scanner.tokenOrQuotedString().map { Directive(name: name, value: $0) }
    }

    package var description: String {
        directives.map { directive in
            directive.value.map { "\(FieldParameter(directive.name, $0))" } ?? directive.name
        }.joined(separator: ", ")
    }

    package subscript(name: String) -> Directive? {
        directives.first { $0.name == name }
    }

    /// Replaces the directive of that name, or appends it.
    package mutating func set(_ name: String, to value: String? = nil) {
        let place = directives.firstIndex { $0.name == name } ?? directives.endIndex
        remove(name)
        directives.insert(Directive(name: name, value: value), at: place)
    }

    package mutating func remove(_ name: String) {
        directives.removeAll { $0.name == name }
    }
}
