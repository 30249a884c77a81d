/// Replaces each occurrence of a text, or each match of a regular expression.
package enum TextSubstitution: Hashable, Sendable {
    case text(String, with: String)
    case pattern(RegularExpression, with: String)

    package func applied(to text: String) -> String {
        switch self {
        case .text(let sought, let replacement): text.replacing(sought, with: replacement)
        case .pattern(let pattern, let template): pattern.replacing(in: text, with: template)
        }
    }
}
