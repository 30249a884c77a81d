/// The checks that bytes pass before they are parsed.
enum YAMLText {
    /// Whether the text has this key at its top, which tells one kind of file from another.
    static func hasKey(_ key: String, atTopOf text: [UInt8]) -> Bool {
        String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
            line.hasPrefix("\(key):")
        }
    }

    /// The text; nil with the reason in the log.
    static func decode(_ bytes: [UInt8], log: DiagnosticLog) -> String? {
        guard bytes.count <= YAMLLimits.bytes else {
            log.report(
                "\(bytes.count) bytes are too many: \(log.subject) has at most 1 MiB (\(YAMLLimits.bytes) bytes)"
            )
            return nil
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            log.report("the text is UTF-16: save it as UTF-8")
            return nil
        }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var place = SourceSpan(line: 1, column: 1, endLine: 1, endColumn: 1)
        var text = String.UnicodeScalarView()
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: return String(text)
            case .error:
                log.read(SourceText(String(decoding: bytes, as: UTF8.self)))
                log.report("this byte is not UTF-8: save the file as UTF-8", at: place)
                return nil
            case .scalarValue(let scalar):
                guard isAllowed(scalar, isFirst: text.isEmpty) else {
                    log.read(SourceText(String(decoding: bytes, as: UTF8.self)))
                    let code = String(scalar.value, radix: 16, uppercase: true)
                    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
                    log.report("the character U+\(padded) is not allowed in \(log.subject)", at: place)
                    return nil
                }
                // The byte-order mark at the start has no further meaning, and the parser would read it as
                // content.
                if scalar == "\u{FEFF}" { continue }
                advance(&place, over: scalar, after: text.last)
                text.append(scalar)
            }
        }
    }

    /// YAML's printable characters, and a byte-order mark at the very start.
    private static func isAllowed(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x85: true
        case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...: true
        case 0xFEFF: isFirst
        default: false
        }
    }

    private static func advance(
        _ place: inout SourceSpan,
        over scalar: Unicode.Scalar,
        after last: Unicode.Scalar?
    ) {
        switch scalar {
        case "\n" where last == "\r": break
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
            place.line += 1
            place.column = 1
        default: place.column += 1
        }
    }
}
