/// Writes the entries of a mapping.
struct KeyWriter: KeyVisitor {
    private(set) var fields: [String] = []

    mutating func key<Value>(_ name: String, _ value: inout Value, _ how: @autoclosure () -> Notation<Value>)
    {
        if let text = how().text(value) { fields.append("\(name): \(text)") }
    }

    /// A mapping with these entries, in one line.
    static func mapping(_ fields: [String]) -> String {
        fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }"
    }
}
