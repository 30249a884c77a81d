/// The field lines of a head or of trailers, collected one line at a time.
struct HTTP1FieldSection: Sendable {
    private(set) var fields = HTTPFields()
    private let limit: Int
    private var hasLines = false

    /// `room`: expected number of bytes.
    init(_ grammar: HTTP1Grammar, _ limits: HTTP1Limits, room: Int = 0) {
        limit = grammar == .lenient ? .max : limits.fields
        if room > 0 { fields.reserve(room) }
    }

    /// Adds that line; true if it was the empty one, which ends the section.
    mutating func add(
        _ line: Range<Int>,
        of bytes: [UInt8],
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> Bool {
        guard !line.isEmpty else { return true }
        defer { hasLines = true }
        if HTTPText.isBlank(bytes[line.lowerBound]) {
            guard grammar == .lenient else {
                throw HTTP1Error(hasLines ? .foldedField : .fieldName, at: offset)
            }
            fields.extendLast(with: HTTPText.trimmed(bytes[line]))
            return false
        }
        let colon = HTTPText.place(of: UInt8(ascii: ":"), in: bytes, from: line.lowerBound) ?? line.upperBound
        let spelt = line.lowerBound..<min(colon, line.upperBound)
        let name = grammar == .lenient ? HTTPText.trimmed(spelt, in: bytes) : spelt
        guard colon < line.upperBound, HTTPText.isToken(name, in: bytes) else {
            if grammar == .lenient { return false }
            throw HTTP1Error(.fieldName, at: offset)
        }
        guard fields.count < limit else { throw HTTP1Error(.tooManyFields, at: offset) }
        let value = HTTPText.trimmed(colon + 1..<line.upperBound, in: bytes)
        guard grammar == .lenient || HTTPText.isContent(value, in: bytes) else {
            throw HTTP1Error(.fieldValue, at: offset)
        }
        fields.append(name: name, value: value, of: bytes)
        return false
    }

    /// Returns the fields and keeps none.
    mutating func take() -> HTTPFields {
        var taken = HTTPFields()
        swap(&taken, &fields)
        return taken
    }
}
