/// A line as another tool takes it.
package struct Export: Hashable, Sendable {
    /// Ends with a line feed.
    package var text: String
    /// What that tool cannot express, or not exactly: a sentence for each thing, without the full stop.
    package var warnings: [String]

    package init(text: String, warnings: [String]) {
        self.text = text
        self.warnings = warnings
    }
}
