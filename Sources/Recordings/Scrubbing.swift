import HTTP

/// Removes credentials from a recording.
enum Scrubbing {
    private static let fields: Set<String> = [
        "set-cookie", "set-cookie2", "authorization", "proxy-authorization", "authentication-info",
        "proxy-authentication-info", "www-authenticate", "x-auth-token", "x-csrf-token",
        "x-amz-security-token",
    ]
    /// Parts of query names whose values are secrets.
    private static let names = [
        "token", "auth", "secret", "password", "passwd", "session", "signature", "apikey", "api_key",
        "api-key",
        "credential", "jwt",
    ]
    private static let exactNames: Set<String> = ["sig", "key", "sid", "code", "pwd", "hmac"]

    static func isSecret(field name: String) -> Bool { fields.contains(name.lowercased()) }

    /// The target with the values of such query items replaced, and their number.
    static func scrubbed(target: String) -> (target: String, count: Int) {
        guard let mark = target.firstIndex(of: "?") else { return (target, 0) }
        var count = 0
        let items = target[target.index(after: mark)...].split(
            separator: "&",
            omittingEmptySubsequences: false
        ).map { item -> String in
            guard let equals = item.firstIndex(of: "="), isSecret(query: item[..<equals]) else {
                return String(item)
            }
            count += 1
            return item[...equals] + "scrubbed"
        }
        return (target[...mark] + items.joined(separator: "&"), count)
    }

    private static func isSecret(query name: Substring) -> Bool {
        let name = name.lowercased()
        return exactNames.contains(name) || names.contains { name.contains($0) }
    }
}
