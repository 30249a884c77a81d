package import LinkModel

extension LinkAlterations {
    /// Each alteration in words: in the line's log, as the key of its count, of one packet, and behind the
    /// number of several.
    package static let table:
        [(alteration: LinkAlterations, logged: String, counted: String, ofOne: String, ofSeveral: String)] = [
            (.duplicate, "duplicate", "duplicates", "the second copy", "sent twice"),
            (.corrupted, "corrupted", "corrupted", "one bit wrong", "damaged"),
            (.reordered, "reordered", "reordered", "let go ahead of others", "let go ahead of others"),
            (.marked, "marked", "marked", "marked for congestion", "marked for congestion"),
        ]

    /// Words for the line's log, separated by spaces; nil if nothing was altered.
    package var words: String? {
        guard !isEmpty else { return nil }
        return Self.table.filter { contains($0.alteration) }.map(\.logged).joined(separator: " ")
    }

    /// Ignores unknown words.
    package init(words: String) {
        let names = words.split(separator: " ")
        self = Self.table.reduce(into: []) { set, row in
            if names.contains(where: { $0 == row.logged }) { set.insert(row.alteration) }
        }
    }
}
