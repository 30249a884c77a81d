extension String {
    /// The text as roff shows it letter by letter, without a meaning of its own.
    var roff: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += #"\e"#
            case "-": text += #"\-"#
            case "'": text += #"\(aq"#
            case "\"": text += #"\(dq"#
            case "`": text += #"\(ga"#
            case "^": text += #"\(ha"#
            case "~": text += #"\(ti"#
            case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += #"\[u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        // A line that begins with a full stop is a request.
        return text.hasPrefix(".") ? #"\&"# + text : text
    }

    var boldRoff: String { #"\fB"# + roff + #"\fR"# }

    /// A paragraph as one line: what stands between backticks is typed, so it is bold.
    var roffParagraph: String {
        let parts = split(separator: "`", omittingEmptySubsequences: false).map { String($0) }
        // An odd backtick stays one.
        guard parts.count % 2 == 1 else { return roff }
        let text = parts.enumerated().map { place, part in
            part.isEmpty ? "" : place % 2 == 1 ? part.boldRoff : part.roff
        }
        return text.joined()
    }
}
