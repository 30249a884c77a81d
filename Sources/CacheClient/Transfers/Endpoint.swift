/// Whom a URL speaks to.
package struct Endpoint: Hashable, Sendable {
    /// In lower case, without brackets.
    package var host: String
    package var port: Int
    package var isSecure: Bool

    /// nil where `url` is not an absolute `http` or `https` URL with a host and a possible port.
    package init?(url: String) {
        // What cannot stand in a request line must not reach one.
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let colon = url.firstIndex(of: ":") else {
            return nil
        }
        let scheme = url[..<colon].lowercased()
        let rest = url[url.index(after: colon)...]
        guard scheme == "http" || scheme == "https", rest.hasPrefix("//") else { return nil }
        var authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        let port: Substring
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[..<end].dropFirst().lowercased()
            port = authority[end...].dropFirst()
            guard port.isEmpty || port.first == ":" else { return nil }
        } else {
            host = authority.prefix { $0 != ":" }.lowercased()
            port = authority.dropFirst(host.count)
        }
        isSecure = scheme == "https"
        guard !host.isEmpty else { return nil }
        guard port.count > 1 else {
            self.port = isSecure ? 443 : 80
            return
        }
        guard let number = UInt16(port.dropFirst()), number > 0 else { return nil }
        self.port = Int(number)
    }
}
