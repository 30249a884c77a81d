/// Reads the lines of a message's text one by one.
struct MessageLines {
    private var left: ArraySlice<UInt8>
    private var number = 0

    init(_ bytes: [UInt8]) {
        left = bytes[...]
    }

    /// The next line without white space at its end; nil at the end of the text.
    mutating func next() throws(MessageTextError) -> (number: Int, text: String)? {
        guard !left.isEmpty else { return nil }
        number += 1
        let line = left.prefix { $0 != 0x0A }
        left = left[line.endIndex...].dropFirst()
        guard let text = String(validating: line, as: UTF8.self) else {
            throw MessageTextError(number, .encoding)
        }
        return (number, Self.trimmed(text[...], isAtEndOnly: true))
    }

    /// The next line that is neither empty nor a comment.
    mutating func nextStart() throws(MessageTextError) -> (number: Int, text: String)? {
        while let line = try next() {
            if !line.text.isEmpty, !line.text.hasPrefix("#") { return line }
        }
        return nil
    }

    /// All that was not read, without a line end at its end.
    var rest: [UInt8] {
        guard left.last == 0x0A else { return Array(left) }
        let body = left.dropLast()
        return Array(body.last == 0x0D ? body.dropLast() : body)
    }

    static func trimmed(_ text: Substring, isAtEndOnly: Bool = false) -> String {
        let white: Set<Unicode.Scalar> = [" ", "\t", "\r"]
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, white.contains(last) { scalars.removeLast() }
        while !isAtEndOnly, let first = scalars.first, white.contains(first) { scalars.removeFirst() }
        return String(scalars)
    }
}
