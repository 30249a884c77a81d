/// Directives about the use of a stored response (RFC 9111, 5.2): one value for requests and responses, to
/// read and to write.
package struct CacheControl: Hashable, Sendable, CustomStringConvertible {
    package struct Directive: Hashable, Sendable {
        /// In lower case.
        package let name: String
        package let value: String?
    }

    /// Ages have 31 bits; longer ones count as unlimited.
    package static let longestAge = 2_147_483_648

    /// In the order of the message, unknown ones included. A name may occur more than once: the first counts.
    package private(set) var directives: [Directive] = []

    package init() {}

    /// Without any directive if there is no such field.
    package init(_ fields: HTTPFields) {
        self.init(parsing: fields.combined("Cache-Control") ?? "")
    }

    /// Malformed members are left out. Any value may be quoted or not, whatever its directive's definition
    /// says.
    package init(parsing value: String) {
        var scanner = FieldScanner(value)
        scanner.skipSeparators()
        while !scanner.isAtEnd {
            if let directive = Self.directive(&scanner), scanner.takeMemberEnd() {
                directives.append(directive)
            } else {
                scanner.skipMember()
            }
            scanner.skipSeparators()
        }
    }

    private static func directive(_ scanner: inout FieldScanner) -> Directive? {
        guard let name = scanner.token()?.lowercased() else { return nil }
        guard scanner.take("=") else { return Directive(name: name, value: nil) }
        return scanner.tokenOrQuotedString().map { Directive(name: name, value: $0) }
    }

    package var description: String {
        directives.map { directive in
            directive.value.map { "\(FieldParameter(directive.name, $0))" } ?? directive.name
        }.joined(separator: ", ")
    }

    package subscript(name: String) -> Directive? {
        directives.first { $0.name == name }
    }

    /// Replaces the directive of that name, or appends it.
    package mutating func set(_ name: String, to value: String? = nil) {
        let place = directives.firstIndex { $0.name == name } ?? directives.endIndex
        remove(name)
        directives.insert(Directive(name: name, value: value), at: place)
    }

    package mutating func remove(_ name: String) {
        directives.removeAll { $0.name == name }
    }
}

// MARK: Targeted

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

// MARK: Directives

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
