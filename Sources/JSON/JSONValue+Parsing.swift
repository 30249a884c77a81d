extension JSONValue {
    /// How deep arrays and objects may stand in one another: deeper is refused.
    package static let mostLevels = 128

    /// Reads one document by the letter of RFC 8259, and refuses what readers disagree about: a member named twice, a
    /// lone surrogate, a number that no Double is near, bytes that are no UTF-8, a byte-order mark.
    ///
    /// Whole numbers stay exact as far as 64 bits go; others become the nearest `double`.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        var reader = JSONReader(bytes)
        self = try reader.document()
    }
}
