extension String {
    /// Safe for a terminal: characters with which a hostile file could move the cursor become U+FFFD. Tabs
    /// stay.
    package var withoutControlCharacters: String {
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
            let isDirection =
                (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            result.append(isControl || isDirection ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    /// In backquotes, cut if it is very long.
    var quoted: String { "`\(cut)`" }

    /// The string, cut if it is very long.
    var cut: String {
        unicodeScalars.count > 60 ? String(String.UnicodeScalarView(unicodeScalars.prefix(60))) + "..." : self
    }
}
