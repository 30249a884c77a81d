import HTTP
import Scenarios

/// `cookies:` -> the cookies that the origin sets.
struct CookieDecoder {
    let values: ValueReader

    func decode(_ node: YAMLNode) -> [CookieSetting]? {
        guard let entries = node.entries else {
            if !node.isRefused {
                values.log.report(
                    "`cookies` takes a mapping of names to values ({ session: 7f3a }), not \(node.description)",
                    at: node.span
                )
            }
            return nil
        }
        guard entries.count <= ScenarioLimits.fields else {
            values.log.report("more than \(ScenarioLimits.fields) cookies", at: node.span)
            return nil
        }
        return entries.compactMap(cookie)
    }

    private func cookie(_ entry: YAMLEntry) -> CookieSetting? {
        guard HTTPField.isName(entry.key) else {
            values.log.report(
                "\(entry.key.quoted) cannot name a cookie: use letters, digits and - _ .",
                at: entry.keySpan
            )
            return nil
        }
        guard entry.value.entries != nil else {
            return value(entry.value, entry.key).map { CookieSetting(name: entry.key, value: $0) }
        }
        guard let section = Section(entry.value, entry.key, .cookie, values: values),
            section.require("value"), let text = section["value"].flatMap({ value($0, "value") })
        else { return nil }
        var cookie = CookieSetting(name: entry.key, value: text)
        cookie.path = section["path"].flatMap { value($0, "path") }
        cookie.domain = section["domain"].flatMap { value($0, "domain") }
        cookie.maxAge = section["maxAge"].flatMap { BehaviourDecoder(section).seconds($0, "maxAge") }
        cookie.isSecure = section.flag("secure") ?? false
        cookie.isHTTPOnly = section.flag("httpOnly") ?? false
        cookie.sameSite = section.choice("sameSite")
        return cookie
    }

    /// Visible characters except those that end a value or an attribute.
    private func value(_ node: YAMLNode, _ title: String) -> String? {
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
