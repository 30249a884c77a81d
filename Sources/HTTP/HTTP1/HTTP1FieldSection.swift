/// The field lines of a head or of trailers, gathered one line at a time.
struct HTTP1FieldSection: Sendable {
    private(set) var fields = HTTPFields()
    private let limit: Int
    private var hasLines = false

    init(_ grammar: HTTP1Grammar, _ limits: HTTP1Limits) {
        limit = grammar == .strict ? limits.fields : .max
    }

    /// True once the empty line that ends the section was added.
    mutating func add(
        _ line: ArraySlice<UInt8>,
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> Bool {
        guard let first = line.first else { return true }
        defer { hasLines = true }
        if HTTPText.isBlank(first) {
            guard grammar == .lenient else {
                throw HTTP1Error(hasLines ? .foldedField : .fieldName, at: offset)
            }
            fields.extendLast(with: HTTPText.string(HTTPText.trimmed(line)))
            return false
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            if grammar == .lenient { return false }
            throw HTTP1Error(.fieldName, at: offset)
        }
        let spelt = line[..<colon]
        let name = grammar == .lenient ? HTTPText.trimmed(spelt) : spelt
        guard HTTPText.isToken(name) else {
            if grammar == .lenient { return false }
            throw HTTP1Error(.fieldName, at: offset)
        }
        guard fields.count < limit else { throw HTTP1Error(.tooManyFields, at: offset) }
        let value = HTTPText.trimmed(line[(colon + 1)...])
        guard grammar == .lenient || value.allSatisfy(HTTPText.isFieldContent) else {
            throw HTTP1Error(.fieldValue, at: offset)
        }
        fields.append(HTTPText.string(name), HTTPText.string(value))
        return false
    }
}
