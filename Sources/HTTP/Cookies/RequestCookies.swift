/// The cookies that a client sent back.
package struct RequestCookies: Hashable, Sendable {
    package struct Cookie: Hashable, Sendable {
        package let name: String
        /// As sent: quotes are part of it.
        package let value: String
    }

    /// In the order of the request; a name may occur more than once.
    package let cookies: [Cookie]

    /// nil if there is no `Cookie` field.
    package init?(_ fields: HTTPFields) {
        let values = fields.values("Cookie")
        guard !values.isEmpty else { return nil }
        // Over HTTP/2 each cookie may have a field of its own.
        self.init(parsing: values.joined(separator: "; "))
    }

    /// Pairs without a name or an equals sign are left out.
    package init(parsing value: String) {
        cookies = value.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = Self.trimmed(pair[..<equals])
            guard !name.isEmpty else { return nil }
            return Cookie(name: name, value: Self.trimmed(pair[pair.index(after: equals)...]))
        }
    }

    /// The first of that name: the one whose path fits best.
    package subscript(name: String) -> String? {
        cookies.first { $0.name == name }?.value
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        var rest = text
        while let first = rest.first, HTTPText.isBlank(first) { rest.removeFirst() }
        while let last = rest.last, HTTPText.isBlank(last) { rest.removeLast() }
        return String(Substring(rest))
    }
}
