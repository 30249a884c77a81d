/// What of another tool's line was left out or changed.
struct ImportWarnings {
    private(set) var lines: [String] = []

    /// At a line of the text where it has one.
    mutating func add(_ message: String, line: Int? = nil) {
        let text = (line.map { "line \($0): " } ?? "") + message
        if !lines.contains(text) { lines.append(text) }
    }
}
