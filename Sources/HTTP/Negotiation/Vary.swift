/// The request fields that a response hangs on.
package enum Vary: Hashable, Sendable {
    /// `*`: on more than fields can tell.
    case any
    /// In lower case.
    case names(Set<String>)

    /// nil where there is no such field.
    package init?(_ fields: HTTPFields) {
        guard fields["Vary"] != nil else { return nil }
        let names = fields.tokens("Vary")
        self = names.contains("*") ? .any : .names(Set(names))
    }

    /// True where the response to one request answers the other, too.
    package func isSame(_ request: HTTPFields, _ other: HTTPFields) -> Bool {
        switch self {
        case .any: false
        case .names(let names):
            names.allSatisfy { Self.normalised(request, $0) == Self.normalised(other, $0) }
        }
    }

    /// The same however the members of a list are spread over lines and spaced.
    private static func normalised(_ fields: HTTPFields, _ name: String) -> [String]? {
        guard let value = fields.combined(name) else { return nil }
        var scanner = FieldScanner(value)
        var members: [String] = []
        scanner.skipSeparators()
        while !scanner.isAtEnd {
            let start = scanner.rest
            scanner.skipMember()
            members.append(HTTPText.string(HTTPText.trimmed(start[..<scanner.rest.startIndex])))
            scanner.skipSeparators()
        }
        return members
    }
}

extension HTTPFields {
    /// Says in a response that it hangs on a field of the request.
    package mutating func vary(on name: String) {
        let known = tokens("Vary")
        guard !known.contains("*"), !known.contains(name.lowercased()) else { return }
        let value = combined("Vary")
        self["Vary"] = value.map { $0.isEmpty ? name : "\($0), \(name)" } ?? name
    }
}
