extension CacheControl {
    /// The directives for caches that stand between servers and many users, in `CDN-Cache-Control` (RFC 9213). They count
    /// in place of `Cache-Control` and `Expires`. nil without such a field, or if it is empty or malformed: then it is
    /// as if it were not there.
    package init?(targeted fields: HTTPFields) {
        guard let value = fields.combined("CDN-Cache-Control"),
            let members = StructuredDictionary(parsing: value), !members.entries.isEmpty
        else { return nil }
        self.init()
        for (name, member) in members.entries {
            switch member {
            case .integer(let number): if number >= 0 { set(name, to: String(number)) }
            case .boolean(true): if !Self.times.contains(name) { set(name) }
            case .boolean(false): break
            // A time of another kind is none, but what forbids storing counts however it is spelt.
            case .other: if !Self.times.contains(name) { set(name) }
            }
        }
    }

    private static let times: Set = ["max-age", "s-maxage", "stale-while-revalidate", "stale-if-error"]
}
