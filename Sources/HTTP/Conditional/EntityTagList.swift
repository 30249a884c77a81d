/// The states that a condition names, in its field's spelling.
package struct EntityTagList: Hashable, Sendable {
    private let value: ArraySlice<UInt8>

    init(_ value: ArraySlice<UInt8>) {
        self.value = HTTPText.trimmed(value)
    }

    /// `*`: any state.
    private var isAny: Bool { value.count == 1 && value.first == UInt8(ascii: "*") }

    /// A resource without a tag matches only `*`. Malformed members match nothing.
    func contains(_ current: EntityTag?, by isSame: (SpeltEntityTag, EntityTag) -> Bool) -> Bool {
        if isAny { return true }
        guard let current else { return false }
        var scanner = FieldScanner(value)
        while !scanner.isAtEnd {
            scanner.skipSeparators()
            if let tag = SpeltEntityTag(reading: &scanner.rest), scanner.takeMemberEnd() {
                if isSame(tag, current) { return true }
            } else {
                scanner.skipMember()
            }
        }
        return false
    }
}
