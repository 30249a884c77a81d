import Images

/// An image that a target asks to be made: `/fixture/jpeg/310448?seed=7`.
struct FixturePlace: Hashable, Sendable {
    static let usage = "/fixture/KIND/BYTES or /fixture/KIND/BYTES?seed=N, KIND being jpeg or png"

    var kind: ImageKind
    var size: Int
    var seed: UInt64

    /// nil where the target is spelt otherwise.
    init?(_ target: RequestTarget, defaultSeed: UInt64) {
        let parts = target.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "fixture", let kind = ImageKind(rawValue: String(parts[1])),
            parts[2].allSatisfy(\.isWholeNumber), let size = Int(parts[2])
        else { return nil }
        var seed = defaultSeed
        for parameter in target.query.split(separator: "&") {
            guard parameter.hasPrefix("seed="), let asked = UInt64(parameter.dropFirst(5)) else { return nil }
            seed = asked
        }
        self.kind = kind
        self.size = size
        self.seed = seed
    }
}
