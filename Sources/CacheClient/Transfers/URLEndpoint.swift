internal import HTTP

/// The server that a URL addresses.
package struct URLEndpoint: Hashable, Sendable {
    /// In lower case, without brackets.
    package var host: String
    package var port: Int
    package var isSecure: Bool

    /// nil if `url` is not an absolute `http` or `https` URL with a host and a valid port.
    package init?(url: String) {
        // Every native Swift string stores its bytes contiguously.
        guard let endpoint = url.utf8.withContiguousStorageIfAvailable({ URLEndpoint($0) }) ?? nil else {
            return nil
        }
        self = endpoint
    }

    private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        // Characters that are invalid in a request line must not reach one.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let colon = bytes.firstIndex(of: Self.colon),
            let isSecure = Self.isSecure(bytes[..<colon])
        else { return nil }
        let rest = bytes[(colon + 1)...]
        guard rest.count > 2, rest[colon + 1] == Self.slash, rest[colon + 2] == Self.slash else { return nil }
        // The authority ends at one of these.
        var authority = rest.dropFirst(2).prefix {
            $0 != Self.slash && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
        let (name, port): (Slice<UnsafeBufferPointer<UInt8>>, Slice<UnsafeBufferPointer<UInt8>>)
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            (name, port) = (authority[..<end].dropFirst(), authority[end...].dropFirst())
            guard port.isEmpty || port.first == Self.colon, HTTPAuthority.isAddress(name) else { return nil }
        } else {
            name = authority.prefix { $0 != Self.colon }
            guard !name.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
                return nil
            }
            port = authority[name.endIndex...]
        }
        guard !name.isEmpty else { return nil }
        let text = String(decoding: UnsafeBufferPointer(rebasing: name), as: UTF8.self)
        host = name.contains { $0 >= 0x80 || (0x41...0x5A).contains($0) } ? text.lowercased() : text
        self.isSecure = isSecure
        guard port.count > 1 else {
            self.port = isSecure ? 443 : 80
            return
        }
        guard let number = Self.number(port.dropFirst()) else { return nil }
        self.port = number
    }

    /// nil if it is not a valid port.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var number = 0
        for byte in digits {
            guard byte >= 0x30, byte <= 0x39, number <= 0xFFFF else { return nil }
            number = 10 * number + Int(byte - 0x30)
        }
        return number > 0 && number <= 0xFFFF ? number : nil
    }

    /// nil if the scheme is neither of the two.
    private static func isSecure(_ scheme: Slice<UnsafeBufferPointer<UInt8>>) -> Bool? {
        guard scheme.count == 4 || scheme.count == 5 else { return nil }
        // The scheme in lower case as a number, first byte most significant.
        switch scheme.reduce(UInt64(0), { $0 << 8 | UInt64($1 | 0x20) }) {
        case 0x6874_7470: return false
        case 0x68_7474_7073: return true
        default: return nil
        }
    }

    private static let colon = UInt8(ascii: ":")
    private static let slash = UInt8(ascii: "/")
}
