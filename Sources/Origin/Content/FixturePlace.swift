import Images

/// An image that a target asks to be made: `/fixture/jpeg/310448?seed=7`, `/fixture/png/300KiB`.
struct FixturePlace: Hashable, Sendable {
    static let usage =
        "/fixture/KIND/SIZE or /fixture/KIND/SIZE?seed=N, KIND being jpeg or png, SIZE such as 310448 or 300KiB"

    /// As scenarios spell them; without one the size counts bytes.
    private static let units = [
        "": 1, "B": 1, "kB": 1000, "KiB": 1 << 10, "MB": 1_000_000, "MiB": 1 << 20,
    ]

    var kind: ImageKind
    var size: Int
    var seed: UInt64

    /// nil where the target is spelt otherwise.
    init?(_ target: RequestTarget, defaultSeed: UInt64) {
        let parts = target.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "fixture", let kind = ImageKind(rawValue: String(parts[1])),
            let size = Self.size(parts[2])
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

    /// nil where it is no size, or more than can be counted.
    private static func size(_ text: Substring) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits), let factor = units[String(text.dropFirst(digits.count))] else {
            return nil
        }
        let (size, overflows) = number.multipliedReportingOverflow(by: factor)
        return overflows ? nil : size
    }
}
