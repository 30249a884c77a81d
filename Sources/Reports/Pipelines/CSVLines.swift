import JSON

/// Tables as comma-separated values (RFC 4180), which spreadsheets open without harm.
struct CSVLines {
    /// Bytes collected before they are written.
    private static let burst = 1 << 16
    /// What a spreadsheet takes for the beginning of a formula, in both widths of East Asian writing.
    private static let formulas: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]
    private static let quoted: Set<Unicode.Scalar> = [",", "\"", ";", "\u{2028}", "\u{2029}"]

    private let columns: [String]

    init(_ columns: [String]) {
        self.columns = columns
    }

    /// Writes the columns' names, then a line for each row, in bursts, since there may be very many.
    func write(_ rows: some Sequence<[String]>, _ sink: ([UInt8]) -> Void) {
        var text = Self.line(columns)
        for row in rows {
            text += Self.line(row)
            guard text.utf8.count >= Self.burst else { continue }
            sink(Array(text.utf8))
            text.removeAll(keepingCapacity: true)
        }
        if !text.isEmpty { sink(Array(text.utf8)) }
    }

    /// A number's field; empty if it is unknown.
    static func number(_ value: (some BinaryInteger)?) -> String {
        value.map { "\($0)" } ?? ""
    }

    /// A field that is not quoted yet; empty if the value is unknown.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .integer(let number): "\(number)"
        default: value.line
        }
    }

    private static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    /// Foreign text must neither break its line nor look like a formula. Marks that are combined with a sign change
    /// nothing: a spreadsheet reads sign by sign.
    static func field(_ field: String) -> String {
        var text = field.printable
        if let first = text.unicodeScalars.first(where: { $0 != " " }), formulas.contains(first),
            Int64(text) == nil
        {
            text = "'" + text
        }
        guard text.unicodeScalars.contains(where: quoted.contains) else { return text }
        var escaped = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\"" { escaped.append(scalar) }
            escaped.append(scalar)
        }
        escaped.append("\"")
        return String(escaped)
    }
}
