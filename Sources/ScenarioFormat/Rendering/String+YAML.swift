extension String {
    /// Plain if it cannot be read as anything else, otherwise in double quotes.
    var quotedForYAML: String {
        let isPlain =
            first?.isLetter == true && last != " "
            && unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._/ ".unicodeScalars.contains($0))
            }
            && !["null", "true", "false", "yes", "no", "on", "off"].contains(lowercased())
        if isPlain { return self }
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            // Other line ends would be folded.
            case "\u{2028}": quoted += "\\L"
            case "\u{2029}": quoted += "\\P"
            case _ where Self.isUnseen(scalar):
                let code = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\U" + String(repeating: "0", count: 8 - code.count) + code
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// True for characters that must be escaped: they would be rejected, dropped or read as a line end.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}
