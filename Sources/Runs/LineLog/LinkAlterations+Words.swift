package import LinkModel

extension LinkAlterations {
    private static let named: [(LinkAlterations, String)] = [
        (.duplicate, "duplicate"), (.corrupted, "corrupted"), (.reordered, "reordered"), (.marked, "marked"),
    ]

    /// Words for the line's log, separated by spaces; nil if nothing was altered.
    package var words: String? {
        guard !isEmpty else { return nil }
        return Self.named.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }

    /// Ignores unknown words.
    package init(words: String) {
        let names = words.split(separator: " ")
        self = Self.named.reduce(into: []) { set, one in
            if names.contains(where: { $0 == one.1 }) { set.insert(one.0) }
        }
    }
}
