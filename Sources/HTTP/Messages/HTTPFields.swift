/// The field lines of a message in their order. Names are compared without regard to ASCII case; a name may
/// occur more than once.
///
/// They are stored as HTTP/1's bytes, with each line's ranges: a reader makes strings only of what it asks
/// for, and a sender has the bytes ready. On the way in, bytes that would break out of their line become
/// spaces, and characters that ISO 8859-1 lacks become question marks.
package struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    struct Line: Hashable {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// Usual bytes of a head's fields.
    private static let usualSize = 224
    static let usualCount = 8

    /// `Name: value` and a line end, line by line.
    private(set) var bytes: [UInt8] = []
    private(set) var lines: [Line] = []
    /// A bit for every name present. Most absent names have another bit, so no line is searched for them.
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

    /// Bytes of all lines, each with its colon, space and line end.
    package var byteCount: Int { bytes.count }

    package func has(_ name: String) -> Bool { place(of: name) != nil }

    /// False if none of these names is present; true if one may be.
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

    /// Appends a received line, with name and value unchanged.
    package mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if bytes.isEmpty { reserve(Self.usualSize) }
        let start = bytes.count
        HTTPText.append(name, to: &bytes)
        let end = bytes.count
        appendSeparator()
        HTTPText.append(value, to: &bytes)
        endLine(named: start..<end)
    }

    /// Appends a received line unchanged: the ranges of its name and its value in `source`.
    mutating func append(name: Range<Int>, value: Range<Int>, of source: [UInt8]) {
        let start = bytes.count
        if value.lowerBound == name.upperBound + 2, source[name.upperBound + 1] == HTTPText.space {
            // The usual spelling, which is also the stored one.
            bytes += source[name.lowerBound..<value.upperBound]
        } else {
            bytes += source[name]
            appendSeparator()
            bytes += source[value]
        }
        endLine(named: start..<start + name.count)
    }

    /// Lines in stored form: `bytes` are theirs, and `marks` their names'.
    init(_ bytes: [UInt8], _ lines: [Line], marks: UInt64) {
        self.bytes = bytes
        self.lines = lines
        self.marks = marks
    }

    /// Reserves capacity for `count` bytes.
    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
        lines.reserveCapacity(Self.usualCount)
    }

    /// Every value of that name, in order.
    package func values(_ name: String) -> [String] {
        guard has(name) else { return [] }
        return lines.filter { isNamed($0, name) }.map { text($0.value) }
    }

    /// Every value of that name combined into one list; nil if there is none.
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

    /// The bytes of the first value of that name; nil if there is none.
    private func valueBytes(_ name: String) -> ArraySlice<UInt8>? {
        place(of: name).map { bytes[lines[$0].value] }
    }

    /// The bytes of the only value of that name; nil if there is none, or more than one.
    package func only(_ name: String) -> ArraySlice<UInt8>? {
        guard let first = place(of: name), place(of: name, from: first + 1) == nil else { return nil }
        return bytes[lines[first].value]
    }

    /// True if the only value of that name is this one.
    package func hasOnly(_ name: String, _ value: [UInt8]) -> Bool {
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

    /// Adds to the last line's value, for lines that continue in the next one.
    mutating func extendLast(with more: ArraySlice<UInt8>) {
        guard let last = lines.indices.last else { return }
        bytes.removeLast(HTTPText.lineEnd.count)
        if !lines[last].value.isEmpty, !more.isEmpty { bytes.append(HTTPText.space) }
        bytes += more
        lines[last].value = lines[last].value.lowerBound..<bytes.count
        bytes += HTTPText.lineEnd
    }

    /// The name of the first line that the strict grammar refuses; nil if there is none.
    package var malformedName: String? {
        lines.first { !HTTPText.isToken($0.name, in: bytes) || !HTTPText.isContent($0.value, in: bytes) }
            .map { text($0.name) }
    }

    // MARK: Lines

    private mutating func appendSeparator() {
        bytes.append(UInt8(ascii: ":"))
        bytes.append(HTTPText.space)
    }

    /// Call after name, separator and value.
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
            // Most names are spelt alike.
            if one != other, HTTPText.lowercased(one) != HTTPText.lowercased(other) { return false }
        }
        return true
    }

    private func text(_ range: Range<Int>) -> String { HTTPText.string(bytes[range]) }

    /// The factor separates names that most messages have (`Host`, `Accept-Encoding`) from names that are
    /// looked up and mostly absent (conditions, framing, `Range`, `Expect`).
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
    /// Line by line, as sent.
    package var description: String { HTTPText.string(bytes[...]) }
}

// MARK: Head

extension HTTPFields {
    /// Reads a received head's lines, each with its line end, and the empty line after them. Takes at most
    /// `limit` lines and skips lines without a colon. Bytes that would break out of their line become spaces.
    package init(head: consuming [UInt8], atMost limit: Int) {
        if let usual = Self.usualLines(head, from: 0, atMost: limit), usual.end + 2 == head.count {
            // Already in stored form, except for the empty line.
            head.removeLast(2)
            self.init(head, usual.lines, marks: usual.marks)
            return
        }
        self.init()
        for line in head.split(separator: HTTPText.lineFeed) where count < limit {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            var (start, end) = (colon + 1, line.endIndex)
            while start < end, HTTPText.isBlank(line[start]) { start += 1 }
            while end > start, line[end - 1] <= HTTPText.space { end -= 1 }
            let (name, value) = (line[..<colon], line[start..<end])
            name.withUnsafeBytes { name in value.withUnsafeBytes { append(name: name, value: $0) } }
        }
    }

    /// The first value of that name as a number; nil if it has other characters than digits.
    package func number(_ name: String) -> Int? {
        valueBytes(name).flatMap(HTTPText.number)
    }
}
