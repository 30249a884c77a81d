/// The states that a condition names.
package enum EntityTagList: Hashable, Sendable {
    /// `*`: any state.
    case any
    case tags([EntityTag])

    /// Malformed members are left out: they match nothing.
    package init(parsing value: String) {
        var scanner = FieldScanner(value)
        if scanner.rest.elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        while !scanner.isAtEnd {
            scanner.skipSeparators()
            let tag = EntityTag.read(&scanner.rest)
            if let tag, scanner.endsMember() {
                tags.append(tag)
            } else {
                scanner.skipMember()
            }
        }
        self = .tags(tags)
    }

    /// A resource without a tag is in none of the states, but in any.
    func contains(_ current: EntityTag?, by isSame: (EntityTag, EntityTag) -> Bool) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): current.map { current in tags.contains { isSame($0, current) } } ?? false
        }
    }
}
