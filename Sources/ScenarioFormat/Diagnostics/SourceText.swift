/// A text split into lines by YAML's rules.
struct SourceText: Sendable {
    let lines: [String]

    init(_ text: String) {
        var lines = [String]()
        var current = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append(String(current))
                current.removeAll()
            // A byte-order mark occupies no column.
            case "\u{FEFF}" where previous == nil: break
            default: current.append(scalar)
            }
            previous = scalar
        }
        lines.append(String(current))
        self.lines = lines
    }

    /// The line with this number, from 1.
    func line(_ number: Int) -> String? {
        lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }

    /// The text at a place: `count` characters from there.
    func text(_ span: SourceSpan, count: Int) -> String? {
        guard let line = line(span.line) else { return nil }
        return String(line.unicodeScalars.dropFirst(span.column - 1).prefix(count))
    }

    /// The word at a place, up to white space, a comma or a closing bracket.
    func word(line number: Int, column: Int) -> String {
        guard let line = line(number) else { return "" }
        let ends: Set<Unicode.Scalar> = [" ", "\t", ",", "]", "}"]
        return String(
            String.UnicodeScalarView(line.unicodeScalars.dropFirst(column - 1).prefix { !ends.contains($0) })
        )
    }

    /// The column of the first tab among the white space that begins a line.
    func indentingTab(line number: Int) -> Int? {
        guard let line = line(number) else { return nil }
        var column = 1
        for scalar in line.unicodeScalars {
            if scalar == "\t" { return column }
            if scalar != " " { return nil }
            column += 1
        }
        return nil
    }
}
