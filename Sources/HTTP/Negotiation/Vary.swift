/// The request fields that a response depends on.
package enum Vary: Hashable, Sendable {
    /// `*`: depends on more than fields.
    case any
    /// In lower case.
    case names(Set<String>)

    /// nil if there is no such field.
    package init?(_ fields: HTTPFields) {
        guard fields["Vary"] != nil else { return nil }
        let names = fields.tokens("Vary")
        self = names.contains("*") ? .any : .names(Set(names))
    }

    /// True if the response to one request also answers the other.
    package func isSame(_ request: HTTPFields, _ other: HTTPFields) -> Bool {
        switch self {
        case .any: false
        case .names(let names):
            names.allSatisfy { Self.normalised(request, $0) == Self.normalised(other, $0) }
        }
    }

    /// Fields whose values mean the same in either case (RFC 9110, 8.4.1 and 8.5.1).
    private static let caseless: Set = ["accept-charset", "accept-encoding", "accept-language"]

    /// The same value however the members of a list are spread over lines and spaced.
    private static func normalised(_ fields: HTTPFields, _ name: String) -> [String]? {
        guard let value = fields.combined(name) else { return nil }
        var scanner = FieldScanner(value)
        var members: [String] = []
        scanner.skipSeparators()
        while !scanner.isAtEnd {
            let start = scanner.rest
            scanner.skipMember()
            let member = HTTPText.string(HTTPText.trimmed(start[..<scanner.rest.startIndex]))
            members.append(caseless.contains(name) ? member.lowercased() : member)
            scanner.skipSeparators()
        }
        return members
    }
}

extension HTTPFields {
    /// States in a response that it depends on a field of the request.
    package mutating func vary(on name: String) {
        let known = tokens("Vary")
        guard !known.contains("*"), !known.contains(name.lowercased()) else { return }
        let value = combined("Vary")
        self["Vary"] = value.map { $0.isEmpty ? name : "\($0), \(name)" } ?? name
    }
}
