/// A word of a shell command, quotes taken off, and where it begins.
struct ShellWord: Hashable {
    var text: String
    /// From 1.
    var line: Int
    var column: Int

    func error(_ message: String) -> ImportError {
        ImportError(message, line: line, column: column)
    }
}
