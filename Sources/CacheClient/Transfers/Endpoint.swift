/// Whom a URL speaks to.
package struct Endpoint: Hashable, Sendable {
    /// In lower case, without brackets.
    package var host: String
    package var port: Int
    package var isSecure: Bool

    /// nil where `url` is not an absolute `http` or `https` URL with a host and a possible port.
    package init?(url: String) {
        let bytes = url.utf8
        // What cannot stand in a request line must not reach one.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let colon = bytes.firstIndex(of: Self.colon)
        else { return nil }
        let scheme = url[..<colon].lowercased()
        let rest = bytes[bytes.index(after: colon)...]
        guard scheme == "http" || scheme == "https", rest.starts(with: "//".utf8) else { return nil }
        var authority = rest.dropFirst(2).prefix { !Self.ends.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            authority = authority[authority.index(after: at)...]
        }
        let (name, port): (Substring.UTF8View, Substring.UTF8View)
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            (name, port) = (authority[..<end].dropFirst(), authority[end...].dropFirst())
            guard port.isEmpty || port.first == Self.colon else { return nil }
        } else {
            name = authority.prefix { $0 != Self.colon }
            port = authority[name.endIndex...]
        }
        host = Substring(name).lowercased()
        isSecure = scheme == "https"
        guard !host.isEmpty else { return nil }
        guard port.count > 1 else {
            self.port = isSecure ? 443 : 80
            return
        }
        guard let number = UInt16(Substring(port.dropFirst())), number > 0 else { return nil }
        self.port = Int(number)
    }

    private static let colon = UInt8(ascii: ":")
    /// What an authority ends at.
    private static let ends = "/?#".utf8
}
