/// The name of a scenario made from a recording.
package enum ReplayTitle {
    private static let longest = 64

    /// The last part of the path, reduced to characters that a name may have.
    package static func text(_ path: String) -> String {
        var base = String(path.split(separator: "/").last ?? "")
        for ending in [".yaml", ".yml"] where base.hasSuffix(ending) { base.removeLast(ending.count) }
        let name = base.prefix(longest).map { character in
            character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
                ? character : "-"
        }
        let trimmed = name.drop { $0 == "-" || $0 == "." }
        return trimmed.isEmpty ? "recorded" : String(trimmed)
    }
}
