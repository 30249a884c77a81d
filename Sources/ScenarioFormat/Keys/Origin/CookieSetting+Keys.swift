import HTTP
import Scenarios

extension CookieSetting: Keyed {
    static var blank: CookieSetting { CookieSetting(name: "", value: "") }
    static var needed: [String] { ["value"] }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("value", &value, .cookiePart)
        keys.key("path", &path, .optional(.cookiePart))
        keys.key("domain", &domain, .optional(.cookiePart))
        keys.key("maxAge", &maxAge, .optional(.seconds))
        keys.key("secure", &isSecure, .flag.unless(false))
        keys.key("httpOnly", &isHTTPOnly, .flag.unless(false))
        keys.key("sameSite", &sameSite, .optional(.word))
    }
}

extension Notation<[CookieSetting]> {
    /// Cookies by their names, each a value alone or with attributes.
    static var cookies: Self {
        Self(
            read,
            { KeyWriter.mapping($0.map { "\($0.name.quotedForYAML): \(KeyWriter.mapping($0.fields))" }) }
        )
    }

    private static func read(_ values: ValueReader, _ node: YAMLNode, _ title: String) -> [CookieSetting]? {
        let wanted = "names to values ({ session: 7f3a })"
        let most = (ScenarioLimits.fields, "cookies")
        return values.entries(node, title, wanted, most: most)?.compactMap { cookie(values, $0) }
    }

    private static func cookie(_ values: ValueReader, _ entry: YAMLEntry) -> CookieSetting? {
        guard HTTPField.isName(entry.key) else {
            values.log.report(
                "\(entry.key.quoted) cannot name a cookie: use letters, digits and - _ .",
                at: entry.keySpan
            )
            return nil
        }
        guard entry.value.entries != nil else {
            let value = Notation<String>.cookiePart.read(values, entry.value, entry.key)
            return value.map { CookieSetting(name: entry.key, value: $0) }
        }
        return Notation<CookieSetting>.mapping(over: CookieSetting(name: entry.key, value: ""))
            .read(values, entry.value, entry.key)
    }
}

extension Notation<String> {
    /// Visible characters except those that end a value or an attribute.
    fileprivate static var cookiePart: Self {
        quoted { values, node, title in
            guard let text = values.text(node, title) else { return nil }
            let isPlain = text.unicodeScalars.allSatisfy {
                $0.isASCII && $0.value > 0x20 && $0.value < 0x7F && !"\",;\\".unicodeScalars.contains($0)
            }
            if isPlain { return text }
            values.log.report(
                "`\(title)`: \(text.quoted) cannot be in a cookie: use visible characters except \" , ; \\",
                at: node.span
            )
            return nil
        }
    }
}
