/// A piece of an expectation between white space and operators.
struct ExpectationToken: Hashable {
    enum Kind: Hashable {
        /// `<`, `<=`, ..., and anything made of operator characters.
        case comparison
        case word
    }

    var kind: Kind
    var text: String
    /// In characters from the start of the expectation.
    var offset: Int

    /// Splits a text at white space and operators; text in brackets or parentheses stays together.
    static func tokens(of text: String) -> [ExpectationToken] {
        let scalars = Array(text.unicodeScalars)
        var tokens = [ExpectationToken]()
        var at = 0
        while at < scalars.count {
            let start = at
            let kind: Kind
            if isSpace(scalars[at]) {
                at += 1
                continue
            } else if isOperator(scalars[at]) {
                kind = .comparison
                while at < scalars.count, isOperator(scalars[at]) { at += 1 }
            } else {
                kind = .word
                // The closing brackets still expected, the innermost last.
                var closing: [Unicode.Scalar] = []
                while at < scalars.count,
                    !closing.isEmpty || !(isSpace(scalars[at]) || isOperator(scalars[at]))
                {
                    switch scalars[at] {
                    case closing.last: closing.removeLast()
                    case "[" where closing.last != "]": closing.append("]")
                    case "(" where closing.last != "]": closing.append(")")
                    default: break
                    }
                    at += 1
                }
            }
            let piece = String(String.UnicodeScalarView(scalars[start..<at]))
            tokens.append(ExpectationToken(kind: kind, text: piece, offset: start))
        }
        return tokens
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static func isOperator(_ scalar: Unicode.Scalar) -> Bool {
        "<>=!".unicodeScalars.contains(scalar)
    }
}
