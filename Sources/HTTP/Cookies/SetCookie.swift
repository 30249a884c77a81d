/// A cookie that a server gives a client: the value of `Set-Cookie`.
package struct SetCookie: Hashable, Sendable, CustomStringConvertible {
    package enum SameSite: String, Hashable, Sendable, CaseIterable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    package let name: String
    package let value: String
    package var expires: HTTPDate?
    /// Seconds from now; 0 deletes the cookie.
    package var maxAge: Int?
    /// nil: only the host that set it.
    package let domain: String?
    package let path: String?
    package var isSecure = false
    package var isHTTPOnly = false
    package var sameSite: SameSite?

    /// nil if a part contains a character that would end it: the name must be a token, the value visible
    /// ASCII without quotes, commas, semicolons and backslashes, path and domain without semicolons.
    package init?(_ name: String, _ value: String, domain: String? = nil, path: String? = nil) {
        let attributes = [domain, path].compactMap { $0?.utf8 }
        guard HTTPText.isToken(HTTPText.bytes(name)), value.utf8.allSatisfy(Self.isValueByte),
            attributes.joined().allSatisfy({ $0 >= HTTPText.space && $0 < 0x7F && $0 != UInt8(ascii: ";") })
        else { return nil }
        self.name = name
        self.value = value
        self.domain = domain
        self.path = path
    }

    private static func isValueByte(_ byte: UInt8) -> Bool {
        HTTPText.isVisible(byte) && !"\",;\\".utf8.contains(byte)
    }

    package var description: String {
        var text = "\(name)=\(value)"
        if let expires { text += "; Expires=\(expires)" }
        if let maxAge { text += "; Max-Age=\(maxAge)" }
        if let domain { text += "; Domain=\(domain)" }
        if let path { text += "; Path=\(path)" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=\(sameSite.rawValue)" }
        return text
    }
}
