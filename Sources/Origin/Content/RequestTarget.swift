/// A request's target as the origin looks things up: without scheme, host and leading slash.
struct RequestTarget: Hashable, Sendable {
    /// Percent-escapes undone where they are valid, left alone where they are not.
    var path: String
    /// As sent, without the question mark.
    var query: Substring

    init(_ target: String) {
        var rest = target[...]
        for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
        }
        let split = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = split.count == 2 ? split[1] : ""
        let raw = split.first ?? ""
        path = Self.unescaped(raw.hasPrefix("/") ? raw.dropFirst() : raw)
    }

    /// The host and port that a target names itself, as a proxy's clients send it; nil where it names none.
    static func authority(_ target: String) -> String? {
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { target.lowercased().hasPrefix($0) }) else { return nil }
        return String(target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" })
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.contains("%") else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
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
