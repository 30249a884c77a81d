/// A key with its hash, for keys looked up more than once.
struct HashedKey: Hashable, Sendable {
    private static let seed = UInt64.random(in: .min ... .max)

    /// Compared first: keys that differ mostly differ in it.
    private let hash: KeyHash
    let text: String

    init(_ text: String) {
        self.text = text
        hash = KeyHash(text, seed: Self.seed)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
