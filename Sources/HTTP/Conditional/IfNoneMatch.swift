/// The condition of a request that wants a body only where it holds none of these states.
package enum IfNoneMatch: Hashable, Sendable {
    /// `*`: any state.
    case any
    case tags([EntityTag])

    /// Reads every `If-None-Match` field; nil where there is none. Malformed members are left out: they match
    /// nothing, so the worst they cause is a body too many.
    package init?(_ fields: HTTPFields) {
        guard let value = fields.combined("If-None-Match") else { return nil }
        self.init(parsing: value)
    }

    package init(parsing value: String) {
        var rest = HTTPText.trimmed(ArraySlice(value.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0 }))
        if rest.elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        while !rest.isEmpty {
            rest = rest.drop { HTTPText.isBlank($0) || $0 == UInt8(ascii: ",") }
            let tag = EntityTag.read(&rest)
            if let tag, Self.endsMember(rest) {
                tags.append(tag)
            } else {
                rest = rest.drop { $0 != UInt8(ascii: ",") }
            }
        }
        self = .tags(tags)
    }

    /// True where the client holds this state already, so that the answer is 304 (to GET and HEAD). A resource
    /// without a tag matches `*` alone.
    package func matches(_ current: EntityTag?) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): current.map { tag in tags.contains { $0.matchesWeakly(tag) } } ?? false
        }
    }

    private static func endsMember(_ rest: ArraySlice<UInt8>) -> Bool {
        rest.drop(while: HTTPText.isBlank).first.map { $0 == UInt8(ascii: ",") } ?? true
    }
}
