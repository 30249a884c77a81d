extension JSONValue {
    /// Maximum nesting depth of arrays and objects; deeper documents are refused.
    package static let mostLevels = 128

    /// Reads one document strictly by RFC 8259. Refuses what readers disagree about: a member named twice, a
    /// lone surrogate, a number outside Double's range, bytes that are not UTF-8, a byte-order mark.
    ///
    /// Whole numbers of up to 64 bits stay exact; other numbers become the nearest `double`.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        var reader = JSONReader(bytes)
        self = try reader.document()
    }
}
