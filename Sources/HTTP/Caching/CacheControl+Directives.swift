extension CacheControl {
    /// Seconds for which the response is fresh. An unreadable value is 0: the response is stale.
    package var maxAge: Int? {
        get { self[seconds: "max-age"] }
        set { self[seconds: "max-age"] = newValue }
    }

    /// The same for shared caches.
    package var sharedMaxAge: Int? {
        get { self[seconds: "s-maxage"] }
        set { self[seconds: "s-maxage"] = newValue }
    }

    /// Seconds after that in which it may be used while it is revalidated.
    package var staleWhileRevalidate: Int? {
        get { self[seconds: "stale-while-revalidate"] }
        set { self[seconds: "stale-while-revalidate"] = newValue }
    }

    /// Seconds after that in which it may be used if revalidation fails.
    package var staleIfError: Int? {
        get { self[seconds: "stale-if-error"] }
        set { self[seconds: "stale-if-error"] = newValue }
    }

    /// A request's: seconds for which the response must stay fresh.
    package var minFresh: Int? {
        get { self[seconds: "min-fresh"] }
        set { self[seconds: "min-fresh"] = newValue }
    }

    /// A request's: seconds for which the response may be stale; without a number unlimited.
    package var maxStale: Int? {
        get { self["max-stale"].map { $0.value == nil ? Self.longestAge : Self.seconds($0) } }
        set { self[seconds: "max-stale"] = newValue }
    }

    /// Must not be used without revalidation. If it names fields, it applies only to them but may be taken to
    /// apply to all.
    package var isNoCache: Bool {
        get { self[flag: "no-cache"] }
        set { self[flag: "no-cache"] = newValue }
    }

    /// The fields that `no-cache="..."` names, in lower case: those alone need revalidation (RFC 9111, 5.2.2.4). Empty
    /// if the whole response does: also if the content cannot be read without them, or if they are no fields.
    package var revalidatedFields: Set<String> {
        var names: Set<String> = []
        for directive in directives where directive.name == "no-cache" {
            guard let value = directive.value else { return [] }
            for member in value.split(separator: ",", omittingEmptySubsequences: false) {
                let name = HTTPText.trimmed(HTTPText.bytes(String(member)))
                guard HTTPText.isToken(name) else { return [] }
                names.insert(HTTPText.string(name).lowercased())
            }
        }
        return names.contains { $0.hasPrefix("content-") } ? [] : names
    }

    package var isNoStore: Bool {
        get { self[flag: "no-store"] }
        set { self[flag: "no-store"] = newValue }
    }

    /// Not for shared caches: the fields that it names, or the whole response.
    package var isPrivate: Bool {
        get { self[flag: "private"] }
        set { self[flag: "private"] = newValue }
    }

    package var isPublic: Bool {
        get { self[flag: "public"] }
        set { self[flag: "public"] = newValue }
    }

    package var isMustRevalidate: Bool {
        get { self[flag: "must-revalidate"] }
        set { self[flag: "must-revalidate"] = newValue }
    }

    package var isProxyRevalidate: Bool {
        get { self[flag: "proxy-revalidate"] }
        set { self[flag: "proxy-revalidate"] = newValue }
    }

    package var isMustUnderstand: Bool {
        get { self[flag: "must-understand"] }
        set { self[flag: "must-understand"] = newValue }
    }

    package var isImmutable: Bool {
        get { self[flag: "immutable"] }
        set { self[flag: "immutable"] = newValue }
    }

    /// A request's: answer from the cache or not at all (504).
    package var isOnlyIfCached: Bool {
        get { self[flag: "only-if-cached"] }
        set { self[flag: "only-if-cached"] = newValue }
    }

    private subscript(flag name: String) -> Bool {
        get { self[name] != nil }
        set { if newValue { set(name) } else { remove(name) } }
    }

    private subscript(seconds name: String) -> Int? {
        get { self[name].map { Self.seconds($0) } }
        set { if let newValue { set(name, to: String(newValue)) } else { remove(name) } }
    }

    private static func seconds(_ directive: Directive) -> Int {
        var scanner = FieldScanner(directive.value ?? "")
        guard let number = scanner.number(), scanner.isAtEnd else { return 0 }
        return min(number, longestAge)
    }
}
