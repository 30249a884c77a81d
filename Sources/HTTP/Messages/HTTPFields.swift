/// The field lines of a message in their order. Names are compared without regard to ASCII case; a name may stand
/// more than once.
///
/// They are kept as the bytes that HTTP/1 has of them, and where among those each stands: who reads a message makes text
/// of what it asks for and of nothing else, and who sends one has its bytes. What would break out of its line becomes a
/// space on the way in, and what ISO 8859-1 lacks a question mark.
package struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    struct Line: Hashable {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// Of the heads that servers and clients write.
    private static let usualSize = 224
    static let usualCount = 8

    /// `Name: value` and a line end, line by line.
    private(set) var bytes: [UInt8] = []
    private(set) var lines: [Line] = []
    /// A bit for every name that is there. Most of those that are not have another, and no line is looked at for them.
    private var marks: UInt64 = 0

    package init() {}

    package init(_ fields: [HTTPField]) {
        for field in fields { append(field.name, field.value) }
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// The first value of that name. Setting puts the value where the first one stood, or at the end, and removes
    /// every other; setting nil removes all.
    package subscript(name: String) -> String? {
        get { place(of: name).map { text(lines[$0].value) } }
        set {
            guard let first = place(of: name) else {
                if let newValue { append(name, newValue) }
                return
            }
            var fields = HTTPFields()
            for (place, line) in lines.enumerated() {
                if place == first, let newValue { fields.append(name, newValue) }
                if !isNamed(line, name) { fields.append(name: line.name, value: line.value, of: bytes) }
            }
            self = fields
        }
    }

    package func has(_ name: String) -> Bool { place(of: name) != nil }

    /// False where none of these names is there; true where one may be.
    package func mayHave(_ names: HTTPFieldNames) -> Bool { marks & names.marks != 0 }

    package mutating func append(_ name: String, _ value: String) {
        if bytes.isEmpty { reserve(Self.usualSize) }
        let start = bytes.count
        HTTPText.append(name, to: &bytes)
        let end = bytes.count
        appendSeparator()
        HTTPText.append(value, to: &bytes)
        endLine(named: start..<end)
    }

    /// A line that came, its name and its value as they are.
    package mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if bytes.isEmpty { reserve(Self.usualSize) }
        let start = bytes.count
        HTTPText.append(name, to: &bytes)
        let end = bytes.count
        appendSeparator()
        HTTPText.append(value, to: &bytes)
        endLine(named: start..<end)
    }

    /// A line that came, as it is: where its name and its value stand in `source`.
    mutating func append(name: Range<Int>, value: Range<Int>, of source: [UInt8]) {
        let start = bytes.count
        if value.lowerBound == name.upperBound + 2, source[name.upperBound + 1] == HTTPText.space {
            // As most write it, and as it is kept.
            bytes += source[name.lowerBound..<value.upperBound]
        } else {
            bytes += source[name]
            appendSeparator()
            bytes += source[value]
        }
        endLine(named: start..<start + name.count)
    }

    /// Lines that came, as they are kept: `bytes` are theirs, and `marks` their names'.
    init(_ bytes: [UInt8], _ lines: [Line], marks: UInt64) {
        self.bytes = bytes
        self.lines = lines
        self.marks = marks
    }

    /// Makes room for so many bytes.
    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
        lines.reserveCapacity(Self.usualCount)
    }

    /// Every value of that name, in order.
    package func values(_ name: String) -> [String] {
        guard has(name) else { return [] }
        return lines.filter { isNamed($0, name) }.map { text($0.value) }
    }

    /// Every value of that name as the one list it stands for; nil where there is none.
    package func combined(_ name: String) -> String? {
        guard let first = place(of: name) else { return nil }
        guard place(of: name, from: first + 1) != nil else { return text(lines[first].value) }
        return values(name).joined(separator: ", ")
    }

    /// The same as bytes.
    func combinedBytes(_ name: String) -> ArraySlice<UInt8>? {
        guard let first = place(of: name) else { return nil }
        guard place(of: name, from: first + 1) != nil else { return bytes[lines[first].value] }
        return ArraySlice(
            lines.filter { isNamed($0, name) }.map { bytes[$0.value] }.joined(separator: ", ".utf8)
        )
    }

    /// The bytes of the first value of that name; nil where there is none.
    func valueBytes(_ name: String) -> ArraySlice<UInt8>? { place(of: name).map { bytes[lines[$0].value] } }

    /// The bytes of the only value of that name; nil where there is none, or more than one.
    package func only(_ name: String) -> ArraySlice<UInt8>? {
        guard let first = place(of: name), place(of: name, from: first + 1) == nil else { return nil }
        return bytes[lines[first].value]
    }

    /// True where the only value of that name is this one.
    package func says(_ name: String, _ value: [UInt8]) -> Bool {
        guard let first = place(of: name), place(of: name, from: first + 1) == nil else { return false }
        let place = lines[first].value
        guard place.count == value.count else { return false }
        let (kept, asked) = (bytes.span, value.span)
        for offset in 0..<asked.count where kept[place.lowerBound + offset] != asked[offset] { return false }
        return true
    }

    /// The members of a list of tokens such as `Connection`, in lower case; empty members are left out.
    package func tokens(_ name: String) -> [String] {
        guard has(name) else { return [] }
        return lines.filter { isNamed($0, name) }.flatMap { line in
            bytes[line.value].split(separator: UInt8(ascii: ",")).compactMap { member in
                let token = HTTPText.trimmed(member)
                return token.isEmpty ? nil : HTTPText.string(token).lowercased()
            }
        }
    }

    /// Adds to the last line's value; for lines that go on in the next one.
    mutating func extendLast(with more: ArraySlice<UInt8>) {
        guard let last = lines.indices.last else { return }
        bytes.removeLast(HTTPText.lineEnd.count)
        if !lines[last].value.isEmpty, !more.isEmpty { bytes.append(HTTPText.space) }
        bytes += more
        lines[last].value = lines[last].value.lowerBound..<bytes.count
        bytes += HTTPText.lineEnd
    }

    /// The name of the first line that the strict grammar refuses; nil where there is none.
    package var malformedName: String? {
        lines.first { !HTTPText.isToken($0.name, in: bytes) || !HTTPText.isContent($0.value, in: bytes) }
            .map { text($0.name) }
    }

    // MARK: Lines

    private mutating func appendSeparator() {
        bytes.append(UInt8(ascii: ":"))
        bytes.append(HTTPText.space)
    }

    /// Behind name, separator and value.
    private mutating func endLine(named name: Range<Int>) {
        lines.append(Line(name: name, value: name.upperBound + 2..<bytes.count))
        bytes.append(HTTPText.carriageReturn)
        bytes.append(HTTPText.lineFeed)
        if !name.isEmpty { marks |= Self.mark(bytes[name.lowerBound], name.count) }
    }

    private func place(of name: String, from start: Int = 0) -> Int? {
        let text = name.utf8.span
        guard !text.isEmpty, marks & Self.mark(text[0], text.count) != 0 else { return nil }
        for place in start..<lines.count where isNamed(lines[place], text) { return place }
        return nil
    }

    private func isNamed(_ line: Line, _ name: String) -> Bool { isNamed(line, name.utf8.span) }

    private func isNamed(_ line: Line, _ name: Span<UInt8>) -> Bool {
        guard line.name.count == name.count else { return false }
        let (kept, start) = (bytes.span, line.name.lowerBound)
        for place in 0..<name.count {
            let (one, other) = (kept[start + place], name[place])
            // Most are spelt alike.
            if one != other, HTTPText.lowercased(one) != HTTPText.lowercased(other) { return false }
        }
        return true
    }

    private func text(_ range: Range<Int>) -> String { HTTPText.string(bytes[range]) }

    /// The factor keeps apart what most messages have (`Host`, `Accept-Encoding`) and what is asked for and mostly not
    /// there (conditions, framing, `Range`, `Expect`).
    static func mark(_ first: UInt8, _ count: Int) -> UInt64 {
        1 &<< UInt64(truncatingIfNeeded: Int(HTTPText.lowercased(first)) &+ 13 &* count)
    }
}

extension HTTPFields: RandomAccessCollection {
    package var startIndex: Int { lines.startIndex }
    package var endIndex: Int { lines.endIndex }
    package subscript(position: Int) -> HTTPField {
        HTTPField(name: text(lines[position].name), value: text(lines[position].value))
    }
}

extension HTTPFields: CustomStringConvertible {
    /// Line by line, as they are sent.
    package var description: String { HTTPText.string(bytes[...]) }
}
