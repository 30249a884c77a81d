/// A regular expression that was read from text, in Swift's syntax.
package struct RegularExpression: Hashable, Sendable, CustomStringConvertible {
    package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case tooLong
        case syntax(String)

        package var description: String {
            switch self {
            case .tooLong: "a regular expression has at most \(RegularExpression.longest) characters"
            case .syntax(let reason): reason
            }
        }
    }

    /// Longer ones are mistakes, and their matching takes longer than anybody waits for a proxy.
    static let longest = 1000

    package let description: String
    // Safety: a regular expression from text has no code of its own, and is not changed after it was made.
    nonisolated(unsafe) private let regex: Regex<AnyRegexOutput>

    package init(_ text: String) throws(Fault) {
        guard text.count <= Self.longest else { throw .tooLong }
        do {
            regex = try Regex(text)
        } catch {
            throw .syntax("\(error)")
        }
        description = text
    }

    /// Whether any part of the text matches.
    func occurs(in text: String) -> Bool { text.firstMatch(of: regex) != nil }

    /// Replaces each match. In `template`, `$0` stands for the match, `$1` to `$9` for what its groups caught,
    /// `$$` for a dollar sign.
    func replacing(in text: String, with template: String) -> String {
        text.replacing(regex) { match in Self.filled(template, match.output) }
    }

    private static func filled(_ template: String, _ output: AnyRegexOutput) -> String {
        var (text, isReference) = ("", false)
        for character in template {
            guard isReference else {
                if character == "$" { isReference = true } else { text.append(character) }
                continue
            }
            isReference = false
            if character == "$" {
                text.append("$")
            } else if let number = character.wholeNumberValue, character.isASCII {
                if number < output.count { text += output[number].substring ?? "" }
            } else {
                text += "$\(character)"
            }
        }
        return isReference ? text + "$" : text
    }

    package static func == (one: RegularExpression, other: RegularExpression) -> Bool {
        one.description == other.description
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }
}
