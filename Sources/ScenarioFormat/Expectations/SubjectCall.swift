/// A subject written as a function, `p(95, cold.duration)`: its name and arguments.
struct SubjectCall {
    var name: String
    /// The arguments without surrounding white space; their places are in the expectation.
    var arguments: [ExpectationToken]

    static let names = ["p", "max", "min", "mean", "sum", "hitRatio"]

    /// nil if the token has no parenthesis outside brackets: a file's name may contain some.
    init?(_ token: ExpectationToken) throws(ExpectationProblem) {
        let scalars = Array(token.text.unicodeScalars)
        guard let open = scalars.firstIndex(where: { $0 == "(" || $0 == "[" }), scalars[open] == "(" else {
            return nil
        }
        name = Self.text(scalars[..<open])
        guard scalars.last == ")" else {
            let hint = name == "p" ? ": in a list between `[` and `]`, put it in quotation marks" : ""
            throw ExpectationProblem(
                offset: token.offset,
                message: "`)` is missing behind \(token.text.quoted)" + hint
            )
        }
        guard Self.names.contains(name) else { throw Self.unknown(name, at: token.offset) }
        let inner = scalars[(open + 1)..<(scalars.count - 1)]
        if inner.prefix(while: { $0 != "[" }).contains("(") {
            throw ExpectationProblem(
                offset: token.offset,
                message: "a function of another function is not allowed here"
            )
        }
        arguments = Self.pieces(inner).map { piece in
            ExpectationToken(kind: .word, text: Self.text(piece), offset: token.offset + piece.startIndex)
        }
    }

    /// Splits at commas outside brackets, and trims the pieces.
    private static func pieces(_ scalars: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
        var pieces: [ArraySlice<Unicode.Scalar>] = []
        var start = scalars.startIndex
        var isInBrackets = false
        for at in scalars.indices {
            switch scalars[at] {
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case "," where !isInBrackets:
                pieces.append(trimmed(scalars[start..<at]))
                start = at + 1
            default: break
            }
        }
        return pieces + [trimmed(scalars[start...])]
    }

    private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let front = scalars.drop(while: \.properties.isWhitespace)
        let behind = front.reversed().prefix(while: \.properties.isWhitespace).count
        return front.dropLast(behind)
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private static func unknown(_ name: String, at offset: Int) -> ExpectationProblem {
        let meant = ["median": "p(50, ...)", "avg": "mean(...)", "average": "mean(...)"][name]
        let percentile = name.hasPrefix("p") ? Int(name.dropFirst()) : nil
        guard let spelt = meant ?? percentile.map({ "p(\($0), ...)" }) else {
            return ExpectationProblem(
                offset: offset,
                message: "no function \(name.quoted): there are p, max, min, mean, sum and hitRatio",
                word: name,
                candidates: names
            )
        }
        return ExpectationProblem(
            offset: offset,
            message: "no function \(name.quoted), did you mean `\(spelt)`?"
        )
    }
}
