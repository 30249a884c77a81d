/// A line in another tool's format.
package struct Export: Hashable, Sendable {
    /// Ends with a line feed.
    package var text: String
    /// Settings that the tool cannot express exactly: a sentence each, without the full stop.
    package var warnings: [String]

    package init(text: String, warnings: [String]) {
        self.text = text
        self.warnings = warnings
    }
}
