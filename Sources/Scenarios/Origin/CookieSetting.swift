package import Wire

/// A cookie that the origin sets.
package struct CookieSetting: Hashable, Sendable {
    package enum SameSite: String, Hashable, Sendable, CaseIterable {
        case strict, lax
        case unrestricted = "none"
    }

    package var name: String
    package var value: String
    package var path: String?
    package var domain: String?
    package var maxAge: Nanoseconds?
    package var isSecure = false
    package var isHTTPOnly = false
    package var sameSite: SameSite?

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
