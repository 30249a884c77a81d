/// A word of a shell command without its quotes, and its place.
struct ShellWord: Hashable {
    var text: String
    /// From 1.
    var line: Int
    var column: Int

    func error(_ message: String) -> ImportError {
        ImportError(message, line: line, column: column)
    }
}
