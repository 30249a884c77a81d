/// Why the parser stopped, in its own words.
struct YAMLSyntaxError: Error {
    var problem: String
    /// From 1.
    var line: Int
    var column: Int
    /// What was being parsed, and where that began; empty if the parser does not say.
    var context: String
    var contextLine: Int
    var contextColumn: Int
}
