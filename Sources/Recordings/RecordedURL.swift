/// The parts of a URL that a replay needs.
struct RecordedURL: Hashable {
    var scheme: String
    /// In lower case, without user and port.
    var host: String
    /// Path and query.
    var target: String

    /// nil if the text is not a URL with a host.
    init?(_ text: String) {
        guard let mark = text.firstRange(of: "://") else { return nil }
        scheme = text[..<mark.lowerBound].lowercased()
        let rest = text[mark.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let named = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        if named.hasPrefix("["), let end = named.firstIndex(of: "]") {
            host = named[named.index(after: named.startIndex)..<end].lowercased()
        } else {
            host = named.prefix { $0 != ":" }.lowercased()
        }
        guard !host.isEmpty else { return nil }
        let path = rest[authority.endIndex...]
        target = path.hasPrefix("/") ? String(path) : "/" + path
    }
}
