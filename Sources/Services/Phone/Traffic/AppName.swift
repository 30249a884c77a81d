import HTTP

/// The app that a request names in its `User-Agent`: `Photos/7` of `Photos/7 CFNetwork/1496 Darwin/23.5.0`.
///
/// Nothing else in packets names an app. A library's name stands for apps that leave the field to it.
enum AppName {
    /// A browser calls itself several others, for old pages. The first of these that a text has is the one.
    private static let browsers = [
        "FxiOS", "Firefox", "CriOS", "EdgiOS", "EdgA", "Edg", "OPR", "SamsungBrowser", "Chrome", "Version",
    ]
    private static let longest = 60

    /// nil if the text names no product.
    static func app(userAgent text: String) -> String? {
        let products = text.split(separator: " ")
        guard let first = products.first else { return nil }
        let name =
            first.hasPrefix("Mozilla/") ? browser(products) : PercentEncoding.decoded(first) ?? String(first)
        return name.map { String($0.prefix(longest)) }
    }

    private static func browser(_ products: [Substring]) -> String? {
        for browser in browsers {
            guard let product = products.first(where: { $0.hasPrefix(browser + "/") }) else { continue }
            // Safari's own number is WebKit's; its version is in this one.
            return browser == "Version" ? "Safari\(product.dropFirst(browser.count))" : String(product)
        }
        return products.first { $0.hasPrefix("AppleWebKit/") }.map { _ in "a web view" }
    }
}
