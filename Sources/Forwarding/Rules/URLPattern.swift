/// URLs by text with stars: `https://api.example.com/v1/*`. Scheme and host compare without case. A pattern
/// without a question mark is for URLs with any query.
package struct URLPattern: Hashable, Sendable {
    private let pattern: StarPattern
    private let namesQuery: Bool

    /// nil unless it has a scheme and a path, each of which may be stars.
    package init?(_ text: String) {
        guard let mark = text.firstRange(of: "://"), !text.utf8.contains(where: { $0 <= 0x20 }) else {
            return nil
        }
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        guard mark.lowerBound > text.startIndex, end > rest.startIndex else { return nil }
        let path = end == rest.endIndex && rest.last != "*" ? "/" : String(rest[end...])
        pattern = StarPattern(text[..<end].lowercased() + path)
        namesQuery = path.contains("?")
    }

    var endsInStar: Bool { pattern.endsInStar }

    /// What the star at the end stands for; nil if the URL does not match.
    func rest(in url: String) -> String? {
        if let rest = pattern.rest(in: url) { return rest }
        return namesQuery ? nil : pattern.rest(in: String(url.prefix { $0 != "?" }))
    }
}
