import Wire

/// The identity that a client claims.
package enum Credentials: Hashable, Sendable {
    /// In ISO 8859-1 if the bytes are not UTF-8. A user's name holds no colon.
    case basic(user: String, password: String)
    case bearer(token: String)

    /// nil if there is no such field, it is malformed, or its scheme is another one. `name` is
    /// `Proxy-Authorization` for a proxy.
    package init?(_ fields: HTTPFields, _ name: String = "Authorization") {
        let values = fields.values(name)
        guard values.count == 1 else { return nil }
        self.init(parsing: values[0])
    }

    package init?(parsing value: String) {
        var scanner = FieldScanner(value)
        guard let scheme = scanner.token()?.lowercased(), scanner.take(" ") else { return nil }
        while scanner.take(" ") {}
        switch scheme {
        case "basic": self.init(basic: scanner.rest)
        case "bearer":
            guard Self.isBearerToken(scanner.rest) else { return nil }
            self = .bearer(token: HTTPText.string(scanner.rest))
        default: return nil
        }
    }

    private init?(basic encoded: ArraySlice<UInt8>) {
        guard let bytes = Base64.decoded(encoded), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes.allSatisfy({ $0 >= HTTPText.space && $0 != 0x7F })
        else { return nil }
        func text(_ bytes: ArraySlice<UInt8>) -> String {
            String(validating: bytes, as: UTF8.self) ?? HTTPText.string(bytes)
        }
        self = .basic(user: text(bytes[..<colon]), password: text(bytes[(colon + 1)...]))
    }

    /// As written in a field.
    package var value: String {
        switch self {
        case .basic(let user, let password): "Basic \(Base64.encoded("\(user):\(password)".utf8))"
        case .bearer(let token): "Bearer \(token)"
        }
    }

    /// Its time reveals nothing about the expected value but its length.
    package func matches(_ expected: Credentials) -> Bool {
        ConstantTime.isEqual(Array(value.utf8), Array(expected.value.utf8))
    }

    private static func isBearerToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.prefix { $0 != UInt8(ascii: "=") }
        return !digits.isEmpty && bytes.dropFirst(digits.count).allSatisfy { $0 == UInt8(ascii: "=") }
            && digits.allSatisfy { Base64.isDigit($0) || "-._~".utf8.contains($0) }
    }
}
