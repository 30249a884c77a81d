extension String {
    func padded(toRight width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    func padded(toLeft width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }

    var withoutTrailingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Foreign text made safe to show: control characters, which could control the terminal, become dots.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map {
                    $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
                        ? "\u{B7}" : $0
                }
            )
        )
    }

    /// Leaves out the middle if the text is longer.
    func shortened(to width: Int) -> String {
        guard count > width, width > 1 else { return self }
        let head = (width - 1) / 2
        return prefix(head) + "…" + suffix(width - 1 - head)
    }

    /// Text that `wrapped` keeps whole: its spaces do not break.
    package var unbroken: String {
        String(map { $0 == " " ? Self.firmSpace : $0 })
    }

    private static let firmSpace: Character = "\u{A0}"

    /// Wraps at spaces to at most `width` columns; longer words stay whole, and numbers keep their unit.
    package func wrapped(_ width: Int, indent: Int = 0, hanging: Int? = nil) -> [String] {
        let first = String(repeating: " ", count: indent)
        let others = String(repeating: " ", count: hanging ?? indent)
        var lines: [String] = []
        var line = first
        var isEmpty = true
        for word in unbreakable {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = others
                isEmpty = true
            }
            line += isEmpty ? word : " " + word
            isEmpty = false
        }
        if !isEmpty { lines.append(line) }
        guard contains(Self.firmSpace) else { return lines }
        return lines.map { String($0.map { $0 == Self.firmSpace ? " " : $0 }) }
    }

    /// Rewraps source-like paragraphs: the lines of each are joined. Empty lines separate paragraphs, and
    /// indented lines stay separate.
    package func paragraphs(_ width: Int) -> [String] {
        var lines: [String] = []
        var sentences: [Substring] = []
        func end() {
            lines += sentences.joined(separator: " ").wrapped(width)
            sentences = []
        }
        for line in split(separator: "\n", omittingEmptySubsequences: false) {
            let indent = line.prefix { $0 == " " }.count
            guard line.isEmpty || indent > 0 else {
                sentences.append(line)
                continue
            }
            end()
            let fits = line.count <= width
            lines += fits ? [String(line)] : String(line).wrapped(width, indent: indent, hanging: indent + 2)
        }
        end()
        return lines
    }

    private static let units: Set<String> = [
        "ns", "us", "ms", "s", "B", "%", "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "packet", "packets",
        "connection", "connections",
    ]

    /// Words, with each number joined to its unit.
    private var unbreakable: [String] {
        var words: [String] = []
        for word in split(separator: " ") {
            let unit = word.prefix { !",;.:)".contains($0) }
            if Self.units.contains(String(unit)), let number = words.last, number.last?.isNumber == true {
                words[words.count - 1] = number + " " + word
            } else {
                words.append(String(word))
            }
        }
        return words
    }
}
