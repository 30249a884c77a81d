/// Warnings about omissions and changes of another tool's line.
struct ImportWarnings {
    private(set) var lines: [String] = []

    /// Adds a warning, with its line in the text if it has one.
    mutating func add(_ message: String, line: Int? = nil) {
        let text = (line.map { "line \($0): " } ?? "") + message
        if !lines.contains(text) { lines.append(text) }
    }
}
