/// A request's target as the origin's lookup key: without scheme, host and leading slash.
struct RequestTarget: Hashable, Sendable {
    /// With valid percent-escapes decoded and invalid ones unchanged.
    var path: String
    /// As sent, without the question mark.
    var query: Substring

    init(_ target: String) {
        let bytes = Array(Self.withoutAuthority(target).utf8)
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
        query = mark < bytes.count ? Substring(decoding: bytes[(mark + 1)...], as: UTF8.self) : ""
        let path = bytes[..<mark]
        self.path = Self.unescaped(path.first == UInt8(ascii: "/") ? path.dropFirst() : path)
    }

    /// Path and query of a target, without an optional scheme and host.
    static func withoutAuthority(_ target: String) -> String {
        if target.utf8.first == UInt8(ascii: "/") { return target }
        for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
            return String(target.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" })
        }
        return target
    }

    /// The host and port in a target, as a proxy's clients send it; nil if it has none.
    static func authority(_ target: String) -> String? {
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { target.lowercased().hasPrefix($0) }) else { return nil }
        return String(target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" })
    }

    private static func unescaped(_ path: ArraySlice<UInt8>) -> String {
        guard path.contains(UInt8(ascii: "%")) else { return String(decoding: path, as: UTF8.self) }
        var bytes: [UInt8] = []
        var rest = path
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = digit(rest.first),
                let low = digit(rest.dropFirst().first)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
    }
}
