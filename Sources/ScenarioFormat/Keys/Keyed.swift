/// A value that a mapping states key by key.
///
/// Its visit is the only list of these keys: reading, writing and diagnostics follow from it.
protocol Keyed {
    /// What a mapping without keys states.
    static var blank: Self { get }
    /// Keys that a mapping has to have.
    static var needed: [String] { get }

    /// Shows each key with its part of the value, in the order in which they are written.
    mutating func visit(_ keys: inout some KeyVisitor)
}

extension Keyed {
    static var needed: [String] { [] }

    static var keys: [String] {
        var (value, keys) = (blank, KeyNames())
        value.visit(&keys)
        return keys.names
    }

    /// The value with what a section states; the rest stays as it is.
    func changed(by section: Section) -> Self {
        var (value, reader) = (self, KeyReader(section: section))
        value.visit(&reader)
        return value
    }

    /// The entries of a mapping that states this value.
    var fields: [String] {
        var (value, writer) = (self, KeyWriter())
        value.visit(&writer)
        return writer.fields
    }
}
